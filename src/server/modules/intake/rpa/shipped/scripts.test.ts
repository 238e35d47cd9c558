import { describe, expect, test } from 'vitest';
import { asSite, captchaPage, carrierSites, known, statusPage } from '#testing/carrier-sites.ts';
import { startHttpReceiver } from '#testing/http-receiver.ts';
import { runScript } from '#testing/script-runs.ts';
import { asRecord } from '#shared/values/objects.ts';
import { readScript } from './read-scripts.ts';

const server = await startHttpReceiver();

type Page = { subject: string; subjectNo: string; contentType: string; body: unknown };

/** Runs the real script of a carrier about one shipment; gives how it ended and what it brought. */
async function collect(name: string, subject: 'bill' | 'container', subjectNo: string, pauseMs = 1) {
  const pages: Page[] = [];
  const shipment = { subscriptionId: '1', carrierCode: 'X', subject, subjectNo, siteUrl: server.url };
  const run = await runScript(await readScript(name), {
    hosts: [new URL(server.url).host],
    siteUrl: server.url,
    manners: { contact: 'ops@portolan.example', pauseMs },
    subscription: shipment,
    call: async (_path, body) => {
      const { contentType, body: text } = asRecord(body);
      pages.push({ subject, subjectNo, contentType: String(contentType), body: JSON.parse(String(text)) });
      return { state: 'parsed', events: 1 };
    },
  });
  return { ...run, pages, body: asRecord(pages[0]?.body) };
}
const answersOf = (body: unknown) => asRecord(asRecord(body)['answers']);

describe('the scripts of carriers bring one page a shipment', () => {
  test('ONE: without ONEY, the events of each container, the ships of the booking', async () => {
    server.behave(asSite(carrierSites.one()));
    const { output, body } = await collect('one', 'bill', known.one.bill);
    expect(output).toEqual({ pages: 1, read: 1, failed: 0 });
    const { search, copEvents, voyageList } = answersOf(body);
    expect(search).toMatchObject({ total: 2 });
    expect(copEvents).toMatchObject(
      known.one.containers.map((containerNo) => ({ containerNo, data: [{ matrixId: 'E058' }] })),
    );
    expect(voyageList).toMatchObject({ data: [{ vesselEngName: 'PLUM TRADER' }] });
    expect(server.requests.map(({ headers }) => headers['user-agent'])).toEqual(
      Array(4).fill('Portolan-robot/1.1.0 (+ops@portolan.example)'),
    );
    expect(Object.keys(answersOf((await collect('one', 'bill', 'ONEYNOTHING0001')).body))).toEqual(['search']);
    const { copEvents: own } = answersOf((await collect('one', 'container', 'TCLU7654321')).body);
    expect(own).toMatchObject([{ containerNo: 'TCLU7654321' }]);
  });

  test('MSC: with the cookie of the page, and containers that come in pages as one answer', async () => {
    server.behave(asSite(carrierSites.msc()));
    const { body } = await collect('msc', 'bill', known.msc.bill);
    const containers = known.msc.containers.map((ContainerNumber) => ({ ContainerNumber }));
    expect(body).toMatchObject({ Data: { BillOfLadings: [{ ContainersInfo: containers }] } });
    expect((await collect('msc', 'bill', 'MEDUNOTHING')).body).toMatchObject({ IsSuccess: false });
  });

  test('COSCO: without COSU; what the site does not know is brought as it says so', async () => {
    server.behave(asSite(carrierSites.cosco()));
    expect((await collect('cosco', 'bill', known.cosco.bill)).body).toMatchObject({
      data: { content: { trackingPath: { billOfladingRefCode: '6300000001' } } },
    });
    expect((await collect('cosco', 'container', known.cosco.container)).body).toMatchObject({ message: '' });
    expect((await collect('cosco', 'bill', 'COSU1')).body).toMatchObject({ message: 'No data' });
  });

  test('SITC: the call that was one too many is repeated when the site allows it; a container alone cannot be requested', async () => {
    server.behave(asSite(carrierSites.sitc()));
    const { body } = await collect('sitc', 'bill', known.sitc.bill);
    expect(answersOf(body)['movements']).toMatchObject(known.sitc.containers.map((containerNo) => ({ containerNo })));
    expect(server.requests).toHaveLength(1 + known.sitc.containers.length + 1);
    const container = await collect('sitc', 'container', 'SITU1234560');
    expect(container).toMatchObject({ pages: [], output: { pages: 0, failed: 1 } });
  });
});

describe('a site that refuses', () => {
  test.each([
    ['site_forbidden', statusPage(403), 2],
    ['site_too_many', statusPage(429, { 'retry-after': '0' }), 2],
    ['site_captcha', captchaPage, 1],
    ['site_login', statusPage(302, { location: 'https://auth.carrier.example/authorize' }), 1],
  ])('%s: the job ends with it, and asks nothing more', async (code, answer, requested) => {
    const calls: number[] = [];
    server.behave(asSite(carrierSites.one(), (count) => (calls.push(count), answer)));
    const { error, pages } = await collect('one', 'bill', known.one.bill);
    expect({ code: error?.code, pages, asked: calls.length }).toEqual({ code, pages: [], asked: requested });
  });

  test('ends the job also where the script goes on as if nothing had been', async () => {
    server.behave(asSite(carrierSites.one(), () => captchaPage));
    const script = `for (const n of [1, 2]) await robot.fetch(robot.siteUrl + '/' + n).catch(() => {}); return 'fine';`;
    const options = {
      hosts: [new URL(server.url).host],
      siteUrl: server.url,
      manners: { contact: 'x', pauseMs: 1 },
    };
    const run = await runScript(script, options);
    expect(run.error?.code).toBe('site_captcha');
    expect(server.requests).toHaveLength(1);
    // Nor is the refusal lost where the job is stopped at that time.
    const stopped = await runScript(
      `await robot.fetch(robot.siteUrl).catch(() => {}); robot.log('refused'); for (;;) await robot.sleep(5);`,
      { ...options, stopAtLog: true },
    );
    expect(stopped.error?.code).toBe('site_captcha');
  });

  test('is never queried by another name, nor by two calls at a time', async () => {
    const times: number[] = [];
    server.behave(asSite(carrierSites.one(), () => (times.push(Date.now()), statusPage(200))));
    const options = {
      hosts: [new URL(server.url).host],
      siteUrl: server.url,
      manners: { contact: 'x', pauseMs: 60 },
    };
    const hidden = await runScript(
      `await robot.fetch(robot.siteUrl, { headers: { 'User-Agent': 'Chrome' } });`,
      options,
    );
    expect(hidden.error?.code).toBe('request_refused');
    await runScript(`await Promise.all([1, 2, 3].map((n) => robot.fetch(robot.siteUrl + '/' + n)));`, options);
    expect(times).toHaveLength(3);
    for (const [place, time] of times.slice(1).entries()) expect(time - times[place]!).toBeGreaterThanOrEqual(59);
  });

  test('that has an error of its own has not refused', async () => {
    server.behave(asSite(carrierSites.one(), () => statusPage(503)));
    expect((await collect('one', 'bill', known.one.bill)).error?.code).toBe('site_failed');
  });
});

import { httpModule } from '#server/module/index.ts';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, stopServers } from '#server/connectors/local-servers.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { startSimulator } from '#simulator/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { sailing } from './index.ts';
import { seedSailingSources } from './source-queries.ts';

const start = Date.UTC(2026, 4, 4, 3);
let now: Instant = start;
const clock = { now: () => now, realMsUntil: (at: Instant) => Math.max(0, at - now) };
const keys = [randomBytes(32)];
const database = await testDatabase();
await seedMasterData(database);
const reference = await openReferenceStore(database, silentLog);
const simulator = await startSimulator({ seed: 'sailings', host: '127.0.0.1', port: 0, now: clock.now, faults: false });
afterAll(async () => {
  reference.stop();
  await stopServers();
  await simulator.stop();
});
const alliance = simulator.world.network.carriers.slice(0, 4).map(({ code }) => code);
const addressOf = (code: string) => `${simulator.baseUrl}/carriers/${code}`;
const { signedIn } = await testApp(database, {
  modules: [httpModule(sailing, { reference: reference.current, keys })],
  clock,
});
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'shipper', menus: ['/vessel-schedule'] });
const client = await signedIn('shipper');

beforeAll(async () => {
  const sources = alliance.map((carrierCode) => ({
    carrierCode,
    baseUrl: addressOf(carrierCode),
    credential: seal(`${carrierCode}-demo-key`, keys),
  }));
  await seedSailingSources(database, sources, start);
});

type Way = { differs: boolean; answers: { carrierCode: string; departureTime: number; legs: { imo: string }[] }[] };
type Source = { carrierCode: string; answeredTime: number | null; failing: boolean; count: number };
type Answer = { ways: Way[]; sources: Source[]; ports: { portCode: string }[] };

const question = { fromPort: 'CNSHA', toPort: 'NLRTM' };
const ask = async (more: Record<string, unknown> = {}): Promise<Answer> =>
  (await client.call('carrierWayQuery', { body: { ...question, ...more } })).data;
const move = (carrierCode: string, baseUrl: string) =>
  database.execute('update sailing_source set base_url = $2 where carrier_code = $1', [carrierCode, baseUrl]);

/** A carrier that answers as a test says, and keeps what it was asked. */
async function ownCarrier(answer: (n: number) => { status: number; body?: unknown; etag?: string }) {
  const asked: { url: string; condition: string | undefined }[] = [];
  const baseUrl = await listen(
    createServer((request, response) => {
      asked.push({ url: request.url ?? '', condition: request.headers['if-none-match'] });
      const { status, body, etag } = answer(asked.length);
      response.writeHead(status, { 'content-type': 'application/json', ...(etag && { etag }) });
      response.end(body === undefined ? '' : JSON.stringify(body));
    }),
  );
  return { baseUrl, asked };
}

describe('what carriers answer themselves', () => {
  test('is merged by voyage: one way with all who sell it, in the order of departure', async () => {
    const { ways, sources, ports } = await ask();
    expect(ways.length).toBeGreaterThan(2);
    expect(sources.map(({ carrierCode }) => carrierCode)).toEqual(alliance.toSorted());
    for (const { answeredTime, failing } of sources) expect([answeredTime, failing]).toEqual([now, false]);
    const departures = ways.map(({ answers }) => answers[0]!.departureTime);
    expect(departures).toEqual(departures.toSorted((a, b) => a - b));
    expect(Math.min(...departures)).toBeGreaterThan(now);
    expect(ways.some(({ answers }) => answers.length > 1)).toBe(true);
    const vessels = ways.map(({ answers }) => `${answers[0]!.legs[0]!.imo} ${answers[0]!.departureTime}`);
    expect(new Set(vessels).size).toBe(vessels.length);
    expect(ports.map(({ portCode }) => portCode)).toContain('CNSHA');
    expect(sources.reduce((sum, { count }) => sum + count, 0)).toBe(ways.flatMap(({ answers }) => answers).length);
  });

  test('is asked again only when it is old, and under the condition that it changed', async () => {
    const route = { legs: [] as unknown[], cutOffTimes: [] };
    const [code] = alliance as [string];
    const carrier = await ownCarrier((n) => (n === 1 ? { status: 200, body: [route], etag: '"a"' } : { status: 304 }));
    await move(code, carrier.baseUrl);
    const own = { carrierCodes: [code], weeks: 2 };
    await ask(own);
    await ask(own);
    expect(carrier.asked).toHaveLength(1);
    expect(carrier.asked[0]?.url).toContain('placeOfReceipt=CNSHA&placeOfDelivery=NLRTM&departureStartDate=2026-05-');
    now += 31 * MINUTE_MS;
    const { sources } = await ask(own);
    expect(carrier.asked.map(({ condition }) => condition)).toEqual([undefined, '"a"']);
    expect(sources).toEqual([{ carrierCode: code, answeredTime: now, failing: false, count: 0 }]);
    const [refused] = await database.query<{ n: number }>(
      `select coalesce(sum(n), 0)::int as n from refusal_tally where sender = $1 and reason = 'missing_field'`,
      [code],
    );
    expect(refused?.n).toBe(1);
    await move(code, addressOf(code));
  });

  test('of days of arrival are the ways that arrive on them', async () => {
    const window = { dateOf: 'arrival', dateFrom: '2026-06-15', weeks: 1 };
    const { ways } = await ask(window);
    const arrivals = ways.map(({ answers }) => (answers[0] as unknown as { arrivalTime: number }).arrivalTime);
    expect(arrivals.length).toBeGreaterThan(0);
    for (const at of arrivals) expect(Math.abs(at - Date.UTC(2026, 5, 18, 10))).toBeLessThan(3.6 * DAY_MS);
  });

  test('stays as it was, with its age, while a carrier is down, which is spared a minute', async () => {
    const [, code] = alliance as [string, string];
    const answered = (await ask({ carrierCodes: [code] })).sources[0];
    const before = (await ask({ carrierCodes: [code] })).ways;
    expect(before.length).toBeGreaterThan(0);
    const carrier = await ownCarrier(() => ({ status: 503 }));
    await move(code, carrier.baseUrl);
    now += HOUR_MS;
    const { ways, sources } = await ask({ carrierCodes: [code] });
    expect(sources).toMatchObject([{ failing: true, answeredTime: answered?.answeredTime }]);
    expect(ways).toEqual(before);
    await ask({ carrierCodes: [code] });
    expect(carrier.asked).toHaveLength(1);
    now += 2 * MINUTE_MS;
    await move(code, addressOf(code));
    expect((await ask({ carrierCodes: [code] })).sources).toMatchObject([{ failing: false, answeredTime: now }]);
  });

  test('of the same question asked by several at once is asked for once', async () => {
    const [, , code] = alliance as [string, string, string];
    const carrier = await ownCarrier(() => ({ status: 200, body: [] }));
    await move(code, carrier.baseUrl);
    await Promise.all([1, 2, 3].map(() => ask({ carrierCodes: [code], weeks: 3 })));
    expect(carrier.asked).toHaveLength(1);
    await move(code, addressOf(code));
  });

  test.each([
    ['an unknown port', { fromPort: 'XXXXX' }, /XXXXX/],
    ['one port twice', { toPort: 'CNSHA' }, /相同|same/i],
    ['a day that there is not', { dateFrom: '2026-02-30' }, /日期|date/i],
  ])('is refused for %s', async (_name, more, words) => {
    const { status, msg } = await client.call('carrierWayQuery', { body: { ...question, ...more } });
    expect(status).toBe(0);
    expect(msg).toMatch(words);
  });
});

import { afterEach, expect, test } from 'vitest';
import { bodyOf, exampleBill, exampleContainer, exampleReference } from '../dcsa/event-builders.ts';
import { stopServers } from '#testing/connectors/local-servers.ts';
import {
  askAndRead,
  platform,
  profileNamed,
  question,
  refused,
  short,
} from '#testing/connectors/trackers/strict-platform.ts';
import { milestone, update } from '#testing/connectors/trackers/vizion-builders.ts';

afterEach(stopServers);

const values = { apiKey: 'key-of-the-customer', callbackUrl: 'https://portolan.example/push?key=secret' };
const vizion = profileNamed('vizion');

/** Vizion as it demands: its key, and references that are charged for each. */
async function strict(status = 0) {
  const charged: unknown[] = [];
  const server = await platform(({ method, path, headers, body }) => {
    if (headers['x-api-key'] !== values.apiKey) return [401, { message: 'Unauthorized' }];
    if (status !== 0) return [status, { message: 'no' }];
    if (method === 'POST' && path === '/references') {
      charged.push(body);
      return [200, { message: 'Reference created successfully', reference: { id: 'ref-4711' } }];
    }
    if (path === '/references') return [200, []];
    return path === '/references/ref-4711/updates' && charged.length > 0 ? [200, [update()]] : [404, {}];
  });
  return { ...server, charged };
}

test('a reference is created once, with where to push, and its updates are requested by its id', async () => {
  const { base, asked: requested, charged } = await strict();
  let objectId: string | null = null;
  const remember = (id: string): Promise<void> => {
    objectId = id;
    return Promise.resolve();
  };
  for (let round = 0; round < 2; round += 1) {
    const { read } = await askAndRead(vizion, question(base, values, { remember, objectId }));
    expect(read(exampleReference).content?.booking.billNo).toBe(exampleBill);
  }
  expect(charged).toEqual([{ bill_of_lading: exampleBill, scac: 'MERI', callback_url: values.callbackUrl }]);
  await vizion.connector.pull(
    question(
      base,
      { apiKey: values.apiKey },
      { subject: 'container', containerNo: exampleContainer, carrierCode: '', remember },
    ),
  );
  expect(charged[1]).toEqual({ container_id: exampleContainer });
  // A test of the keys creates nothing.
  requested.length = 0;
  await vizion.connector.pull(question(base, values));
  expect(requested.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /references']);
});

test.each([
  ['a wrong key', { apiKey: 'wrong' }, 0, 'unauthorized'],
  ['the limit', values, 429, 'rate_limited'],
])('%s is a failure with a reason', async (_, keys, status, reason) => {
  const { base } = await strict(status);
  await expect(vizion.connector.pull(question(base, keys))).rejects.toMatchObject({ reason });
});

const about = {
  subject: 'bill',
  billNo: exampleBill,
  containerNo: null,
  carrierCode: 'MERI',
  receivedAt: Date.UTC(2026, 1, 1),
} as const;
const readOf = (value: unknown) => vizion.connector.parse([bodyOf(value)], about, exampleReference);

test('milestones are ours by place, mode and load; the newest update of a container counts, in any order', () => {
  const older = update({ id: 'u-0', created_at: '2026-01-20T04:00:00.000Z' }, { milestones: [] });
  const record = readOf([update(), older]);
  expect(short(record)).toEqual([
    'CSQU3054383 STSP CNSHA ACT 2026-01-05T01:00 -',
    'CSQU3054383 GITM CNSHA ACT 2026-01-08T01:30 -',
    'CSQU3054383 LOBD CNSHA ACT 2026-01-09T18:00 AMBER TIDE',
    '* DLPT CNSHA ACT 2026-01-10T11:30 AMBER TIDE',
    '* TSBA SGSIN ACT 2026-01-17T06:00 AMBER TIDE',
    'CSQU3054383 TSDC SGSIN ACT 2026-01-17T10:00 AMBER TIDE',
    'CSQU3054383 TSLB SGSIN ACT 2026-01-20T01:00 BIRCH WAKE',
    '* TSDP SGSIN ACT 2026-01-20T04:00 BIRCH WAKE',
    '* BDAR NLRTM EST 2026-02-10T06:15 BIRCH WAKE',
    'CSQU3054383 STCS NLRTM EST 2026-02-12T06:15 -',
  ]);
  expect(refused(record)).toEqual(['bad_enumeration: Vizion WARP']);
  expect(record.content?.legs.map(({ vesselName, portOfDischarge }) => [vesselName, portOfDischarge])).toEqual([
    ['AMBER TIDE', 'SGSIN'],
    ['BIRCH WAKE', 'NLRTM'],
  ]);
  expect(record.observedAt).toBe(Date.UTC(2026, 0, 21, 4));
});

test('a milestone without any mark is not taken for a fact, and no data is nothing', () => {
  const unmarked = { ...milestone('LOAD', 'CNSHA', '2026-01-10T02:00:00+08:00', 'AMBER TIDE'), planned: null };
  const { event_classifier: _, ...event } = unmarked.journey_event;
  const record = readOf([update({}, { milestones: [{ ...unmarked, journey_event: event }] })]);
  expect([short(record), refused(record)]).toEqual([[], ['bad_enumeration: ?']]);
  for (const none of [[], {}, [update({ payload: null })]])
    expect(readOf(none)).toMatchObject({ content: null, refusals: [] });
});

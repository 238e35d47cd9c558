import { expect, test } from 'vitest';
import { testBill, testContainer, testCarrier } from '#shared/ids/test-reference.ts';
import { buildSubscription } from '#testing/factories.ts';
import { outwardApi } from '#testing/outward-api.ts';
import { testDatabase } from '#testing/test-database.ts';
import { askDue } from './tasks.ts';

const database = await testDatabase();
const { ask, eventsOf, keeper, key, mine, pipeline, run, stranger, strangerKey } = await outwardApi(database);
await database.execute(
  `insert into source (code, protocol, source_type, channel, name_cn, name_en, base_url)
   values ('anybody', 'dcsa', 'CARRIER', 'SHIPPING_TRACKING', '任意', 'Anybody', 'http://127.0.0.1:9')`,
);

type Shipment = { reference: string; step: number; steps: number; ended: boolean; story: string };
const bill = testBill({ story: 'late', run: '0001' });
const start = (reference: string, apiKey = key) =>
  ask('/test-shipments', { method: 'POST', body: { reference }, apiKey });
const list = async (apiKey = key): Promise<Shipment[]> => (await ask('/test-shipments', { apiKey })).json;

/** So many seconds after the start of all test shipments, as the machine counts them; sources are asked if they are due. */
async function after(seconds: number): Promise<number> {
  // What is known at another moment is news.
  pipeline.clock.set(pipeline.clock.now() + 20_000);
  await database.execute(
    `update subscription_source set object_id = split_part(object_id, '/', 1) || '/' || $1::text where object_id like '%/%'`,
    [String(Date.now() - seconds * 1000)],
  );
  const due = await askDue({ database, clock: pipeline.clock, schedulePulls: pipeline.schedulePulls });
  await pipeline.worker.processAll();
  await run();
  return due;
}

const openProblems = async (number: string): Promise<string[]> =>
  (
    await database.query<{ code: string }>(
      `select distinct e.type_code as code from shipment_exception e join subscription s on s.id = e.subscription_id
       where e.open and coalesce(s.bill_no, s.container_no) = $1 order by 1`,
      [number],
    )
  ).map(({ code }) => code);

test('an invalid reference is refused, and so is an unknown field', async () => {
  expect((await start('MERI123456789')).json).toMatchObject({ statusCode: 400 });
  expect((await ask('/test-shipments', { method: 'POST', body: { reference: bill, more: 1 } })).http).toBe(400);
  expect((await start(bill, 'ptk_none')).http).toBe(401);
});

test('a story goes through the pipeline step by step and is reported as events; no other source is asked', async () => {
  const made = await start(bill);
  expect([made.http, made.json]).toEqual([
    201,
    expect.objectContaining({ reference: bill, story: 'late', step: 0, steps: 3 }),
  ]);
  await pipeline.worker.processAll();
  await run();
  const sources = await database.query(
    `select o.code from subscription_source ss join source o on o.id = ss.source_id join subscription s on s.id = ss.subscription_id
     where s.bill_no = $1`,
    [bill],
  );
  expect(sources).toEqual([{ code: `test:${mine.id}` }]);
  expect(await list()).toMatchObject([{ reference: bill, step: 1, ended: false }]);
  const before = await eventsOf(`?transportDocumentReference=${bill}`);
  expect(before.length).toBeGreaterThan(3);
  expect(await after(10)).toBe(0);
  expect(await after(25)).toBe(1);
  const moved = await eventsOf(`?transportDocumentReference=${bill}`);
  expect(moved.slice(0, before.length)).toEqual(before);
  expect(moved.slice(before.length)).toMatchObject([{ transportEventTypeCode: 'ARRI', eventClassifierCode: 'EST' }]);
  await after(45);
  expect(await list()).toMatchObject([{ step: 3 }]);
  expect(await openProblems(bill)).toContain('ETA_SLIP');
});

test('what was subscribed on a page, whichever carrier was named, is a test shipment', async () => {
  const [container] = [testContainer({ story: 'onTime', run: '0002' })];
  const { data } = await keeper.call('testShipmentStart', { body: { tenantId: mine.id, reference: container } });
  expect(data).toMatchObject({ reference: container, story: 'onTime' });
  await pipeline.worker.processAll();
  await after(120);
  expect((await list()).find(({ reference }) => reference === container)).toMatchObject({ step: 5, ended: true });
  const codes = (await eventsOf(`?equipmentReference=${container}`)).map((event) => event['equipmentEventTypeCode']);
  expect(codes).toEqual(expect.arrayContaining(['LOAD', 'DISC', 'GTOT', 'DROP']));
});

test('each story ends with what it is named after', async () => {
  const numbers = Object.fromEntries(
    (['rolled', 'split', 'held', 'lostSignal', 'arrived', 'unknown'] as const).map((story) => [
      story,
      testBill({ story, run: '0003' }),
    ]),
  );
  for (const number of Object.values(numbers)) await start(number);
  await pipeline.worker.processAll();
  for (const seconds of [25, 65]) await after(seconds);
  expect(await openProblems(numbers['rolled'] ?? '')).toContain('ROLLED');
  expect(await openProblems(numbers['split'] ?? '')).toContain('SPLIT_CARGO');
  expect(await openProblems(numbers['held'] ?? '')).toContain('HOLD');
  expect(await openProblems(numbers['lostSignal'] ?? '')).not.toEqual([]);
  const states = new Map((await list()).map((one) => [one.reference, one]));
  expect(states.get(numbers['arrived'] ?? '')).toMatchObject({ ended: true });
  expect(await eventsOf(`?transportDocumentReference=${numbers['unknown']}`)).toEqual([]);
  await after(85);
  expect(await openProblems(numbers['held'] ?? '')).not.toContain('HOLD');
});

test('a source that is down is a problem of its tenant alone, and is over when it answers', async () => {
  const number = testBill({ story: 'sourceDown', run: '0004' });
  await start(number);
  await pipeline.worker.processAll();
  for (const seconds of [21, 31, 41, 51]) await after(seconds);
  const failing = () =>
    database.query('select tenant_id from shipment_exception where open and type_code = $1', ['SOURCE_FAILING']);
  expect(await failing()).toEqual([{ tenant_id: mine.id }]);
  await after(115);
  expect(await failing()).toEqual([]);
});

test('a tenant sees and clears its own; started again, a story plays from its beginning', async () => {
  expect(await list(strangerKey)).toEqual([]);
  expect((await stranger.call('testShipmentQuery')).data).toEqual([]);
  const foreign = { body: { tenantId: mine.id, reference: bill } };
  expect((await stranger.call('testShipmentStart', foreign)).data).toEqual({ notFound: true });
  expect((await stranger.call('testShipmentClear', { body: { tenantId: mine.id } })).data).toEqual({ notFound: true });
  expect((await ask('/test-shipments', { method: 'DELETE', apiKey: strangerKey })).json).toEqual({ removed: 0 });
  await buildSubscription(database, { tenantId: mine.id, billNo: 'REAL00000001', carrierCode: testCarrier });
  await start(bill);
  expect((await list()).find(({ reference }) => reference === bill)).toMatchObject({ step: 0 });
  const real = await database.query(
    'select count(*)::int as n from subscription where carrier_code <> $1 or bill_no = $2',
    [testCarrier, 'REAL00000001'],
  );
  const count = (await list()).length;
  expect((await keeper.call('testShipmentClear', { body: { tenantId: mine.id } })).data).toEqual({ removed: count });
  expect([await list(), await eventsOf(`?transportDocumentReference=${bill}`)]).toEqual([[], []]);
  expect(await database.query('select 1 from shipment_exception where type_code = $1', ['SOURCE_FAILING'])).toEqual([]);
  expect(await database.query('select count(*)::int as n from subscription')).toEqual(real);
});

import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { seedCommerceSources } from '#server/modules/commerce/freight/index.ts';
import { readReference } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { startSimulator } from '#simulator/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { exchangeNext } from './exchange-bookings.ts';
import { takeRequests } from './take-requests.ts';

let now: Instant = Date.UTC(2026, 4, 4, 3);
const clock = { now: () => now, realMsUntil: (at: Instant) => Math.max(0, at - now) };
const keys = [randomBytes(32)];
const database = await testDatabase();
await seedMasterData(database);
const reference = await readReference(database);
const simulator = await startSimulator({ seed: 'portolan', host: '127.0.0.1', port: 0, now: clock.now, faults: false });
afterAll(() => simulator.stop());
const { world } = simulator;
const menus = ['/booking-record-management'];
const [own, other] = [await buildTenant(database, { code: 'ALPHA' }), await buildTenant(database, { code: 'BETA' })];
await buildUser(database, { tenantId: own.id, userCode: 'booker', menus });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const [booker, stranger] = [await signedIn('booker'), await signedIn('stranger')];
await seedCommerceSources(
  database,
  world.network.carriers.map(({ code: carrierCode }) => ({
    carrierCode,
    baseUrl: `${simulator.baseUrl}/carriers/${carrierCode}`,
    credential: seal(`${carrierCode}-demo-key`, keys),
  })),
  now,
);
const deps = { database, clock, log: silentLog, keys, schedulePulls: async () => {} };
const feed = { ...deps, baseUrl: simulator.baseUrl, reference: () => reference };

const exchangeAll = async (): Promise<void> => {
  while (await exchangeNext(deps));
};
const counts = async () =>
  Object.fromEntries(
    (
      await database.query<{ state: string; n: number }>(
        'select state, count(*)::int as n from booking_record group by state order by state',
      )
    ).map(({ state, n }) => [state, n]),
  );

test('what order systems of the world hand over becomes bookings, and the carriers say where they stand', async () => {
  await takeRequests(feed);
  const taken = await counts();
  // What is confirmed has its bill before the carrier is asked: a carrier that is silent hides no number.
  expect(await database.query(`select from booking_record where state = 'confirmed' and bill_no is null`)).toEqual([]);
  expect(Object.keys(taken).toSorted()).toEqual(['confirmed', 'draft', 'submitted']);
  await exchangeAll();
  now += 5 * MINUTE_MS;
  await exchangeAll();
  const after = await counts();
  for (const state of ['draft', 'confirmed', 'rolled', 'completed', 'pending_update'])
    expect(after[state] ?? 0, state).toBeGreaterThan(0);
  expect(await database.query(`select from refusal where via = 'feed'`)).toEqual([]);
  // A ship that has left still carries the goods: they are tracked all the same.
  expect(
    await database.query(`select from booking_record where state = 'completed' and subscription_id is null`),
  ).toEqual([]);
  // One that was completed before this was so is requested once more by a migration, and followed then.
  await database.execute(
    `update booking_record set subscription_id = null, next_ask_at = 'epoch' where state = 'completed'`,
  );
  await exchangeAll();
  const followed = await database.query(
    `select from booking_record where state = 'completed' and subscription_id is not null and next_ask_at is null`,
  );
  expect(followed).toHaveLength(after['completed'] ?? 0);
  // No request came back as one that the carrier does not know.
  expect(await database.query('select problem from booking_record where failures > 0')).toEqual([]);
  const list = async (client: typeof booker, body: object = {}) =>
    (await client.call('bookingRecord.list', { body: { pageSize: 100, ...body } })).data;
  const [mine, others] = [await list(booker), await list(stranger)];
  expect([mine.totalRecord > 5, others.totalRecord > 5]).toEqual([true, true]);
  const total = Object.values(after).reduce((sum: number, n) => sum + n, 0);
  expect(mine.totalRecord + others.totalRecord).toBe(total);
});

test('a booking that was moved before it was handed over counts as rolled, with the sailing it had', async () => {
  const [rolled] = await database.query<{ id: number; tenant_id: number }>(
    `select id, tenant_id from booking_record where state = 'rolled' limit 1`,
  );
  const client = rolled?.tenant_id === own.id ? booker : stranger;
  const { data } = await client.call('bookingRecordGet', { query: { bookingRecordId: rolled?.id } });
  expect(data).toMatchObject({ state: 'rolled', rolls: 1, orderNo: expect.any(String), billNo: expect.any(String) });
  expect(data.departureTime).toBeGreaterThan(data.firstDepartureTime + 24 * 60 * MINUTE_MS);
  expect(data.eventList.map(({ kind }: { kind: string }) => kind)).toEqual(['rolled', 'create']);
  const follows = await database.query('select order_no from subscription where bill_no = $1', [data.billNo]);
  expect(follows).toEqual([{ order_no: data.orderNo }]);
});

test('a carrier that does not answer is news once', async () => {
  const [one] = await database.query<{ id: number; carrier_code: string }>(
    `select id, carrier_code from booking_record where state = 'confirmed' and tenant_id = $1 order by id limit 1`,
    [own.id],
  );
  const query = { bookingRecordId: one?.id };
  const read = async () => (await booker.call('bookingRecordGet', { query })).data;
  const ask = async () => {
    await database.execute('update booking_record set next_ask_at = null where id <> $1', [one?.id]);
    await database.execute('update booking_record set next_ask_at = $2 where id = $1', [one?.id, new Date(now)]);
    await exchangeAll();
    return read();
  };
  const before = await read();
  const reach = (baseUrl: string) =>
    database.execute('update commerce_source set base_url = $2 where carrier_code = $1', [one?.carrier_code, baseUrl]);
  await reach('http://127.0.0.1:1');
  const first = await ask();
  expect(first).toMatchObject({ problem: 'unreachable', recordVersion: before.recordVersion + 1 });
  const second = await ask();
  expect(second).toMatchObject({ problem: 'unreachable', recordVersion: first.recordVersion });
  expect(second.eventList.filter(({ kind }: { kind: string }) => kind === 'failed')).toHaveLength(1);
  await reach(`${simulator.baseUrl}/carriers/${one?.carrier_code}`);
  expect(await ask()).toMatchObject({ state: 'confirmed', problem: null });
});

test('what was taken once is not taken again, whatever people made of it', async () => {
  const before = await counts();
  await database.execute(`delete from app_state where key like 'booking_request_feed_%'`);
  await database.execute(`update booking_record set customer = 'CHANGED HERE' where state = 'draft'`);
  await takeRequests(feed);
  expect(await counts()).toEqual(before);
  expect(
    await database.query(`select from booking_record where state = 'draft' and customer <> 'CHANGED HERE'`),
  ).toEqual([]);
});

test('the carrier refuses to change a booking that was made elsewhere, and the booking stays as it is', async () => {
  const [one] = await database.query<{ id: number; record_version: number }>(
    `select id, record_version from booking_record
     where state = 'confirmed' and request_ref = booking_no and tenant_id = $1 order by id limit 1`,
    [own.id],
  );
  const query = { bookingRecordId: one?.id };
  const body = { ...query, recordVersion: one?.record_version };
  expect(await booker.call('bookingRecordCancel', { body })).toMatchObject({ status: 1 });
  await exchangeAll();
  expect((await booker.call('bookingRecordGet', { query })).data).toMatchObject({
    state: 'confirmed',
    sending: false,
    problem: 'bad_answer',
    acts: ['edit', 'cancel'],
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { seedCommerceSources } from '#server/modules/commerce/freight/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { startSimulator } from '#simulator/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { exchangeNext } from './exchange-bookings.ts';

let now: Instant = Date.UTC(2026, 4, 4, 3);
const clock = { now: () => now, realMsUntil: (at: Instant) => Math.max(0, at - now) };
const keys = [randomBytes(32)];
const database = await testDatabase();
await seedMasterData(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const menus = ['/booking-record-management'];
const [own, other] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: own.id, userCode: 'booker', menus });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const [booker, stranger] = [await signedIn('booker'), await signedIn('stranger')];

const simulator = await startSimulator({ seed: 'booking', host: '127.0.0.1', port: 0, now: clock.now, faults: false });
afterAll(() => simulator.stop());
const { world } = simulator;
const deps = { database, clock, log: silentLog, keys, schedulePulls: async () => {} };

/** A service of a carrier with an interface, and two ports that it calls at. */
const service = world.network.services[0];
if (service === undefined) throw new Error('the world has no services');
const carrierCode = service.carrier.code;
const sailing = [...Array(400).keys()]
  .map((week) => world.sailings.sailing(service.index, week))
  .find((one) => one.calls[0] !== undefined && one.calls[0].plannedDeparture > now + 12 * DAY_MS);
const [polCode, podCode] = [sailing?.calls[0]?.port.code, sailing?.calls[service.turn]?.port.code];
await seedCommerceSources(
  database,
  [
    {
      carrierCode,
      baseUrl: `${simulator.baseUrl}/carriers/${carrierCode}`,
      credential: seal(`${carrierCode}-demo-key`, keys),
    },
  ],
  now,
);

/** Exchanges everything that is due. */
async function exchangeAll(): Promise<void> {
  while (await exchangeNext(deps));
}

const input = (values: Record<string, unknown> = {}) => ({
  carrierCode,
  polCode,
  podCode,
  equipmentList: [{ containerType: '40HQ', units: 2 }],
  customer: 'ACME',
  ...values,
});
const read = async (bookingRecordId: string) =>
  (await booker.call('bookingRecordGet', { query: { bookingRecordId } })).data;

/** A booking that the carrier has confirmed. */
async function confirmed(values: Record<string, unknown> = {}) {
  const { data } = await booker.call('bookingRecordSave', { body: input(values) });
  expect(await booker.call('bookingRecordSubmit', { body: data })).toMatchObject({ status: 1 });
  await exchangeAll();
  expect(await read(data.bookingRecordId)).toMatchObject({ state: 'submitted', sending: false });
  now += 5 * MINUTE_MS;
  await exchangeAll();
  return read(data.bookingRecordId);
}

describe('what is entered', () => {
  test.each([
    [{ carrierCode: '', polCode: '', podCode: '', vesselName: '', voyage: '' }, '订舱信息为空'],
    [{ polCode: 'ZZZZZ' }, '找不到港口：ZZZZZ'],
    [{ podCode: polCode }, '起运港与目的港不能相同'],
    [{ equipmentList: [] }, '请至少填写一种箱型和箱量'],
    [{ carrierCode: 'NOBODY' }, '找不到船公司：NOBODY'],
    [{ equipmentList: [{ containerType: '41XX', units: 1 }] }, '没有“41XX”这种箱型'],
    [{ equipmentList: [{ containerType: '40HQ', units: -1 }] }, expect.stringContaining('1')],
    [{ equipmentList: [{ containerType: '40HQ', units: 1_000_000 }] }, expect.stringContaining('999')],
    [{ departureTime: 1e18 }, expect.any(String)],
  ])('%o is refused in words, and nothing is written', async (values, msg) => {
    expect(await booker.call('bookingRecordSave', { body: input(values) })).toMatchObject({ status: 0, msg });
    expect((await booker.call('bookingRecord.list', { body: {} })).data.totalRecord).toBe(0);
  });

  test('of a sailing that has left is not submitted', async () => {
    const { data } = await booker.call('bookingRecordSave', { body: input({ departureTime: now - HOUR_MS }) });
    expect(await booker.call('bookingRecordSubmit', { body: data })).toMatchObject({
      status: 0,
      msg: '预计离港时间已过，不能提交，请改选航次',
    });
    expect(await read(data.bookingRecordId)).toMatchObject({ state: 'draft', sending: false });
  });

  test('belongs to its tenant alone', async () => {
    const { data } = await booker.call('bookingRecordSave', { body: input() });
    expect((await stranger.call('bookingRecord.list', { body: {} })).data.totalRecord).toBe(0);
    const requested = { query: { bookingRecordId: data.bookingRecordId } };
    expect(await stranger.call('bookingRecordGet', requested)).toMatchObject({ status: 0 });
    for (const call of ['bookingRecordSubmit', 'bookingRecordCancel'] as const)
      expect(await stranger.call(call, { body: data })).toMatchObject({ status: 0 });
    expect(await stranger.call('bookingRecordSave', { body: input(data) })).toMatchObject({ status: 0 });
    expect(await booker.call('bookingRecordCancel', { body: data })).toMatchObject({ status: 1 });
    expect(await read(data.bookingRecordId)).toMatchObject({ state: 'cancelled', acts: [] });
  });

  test('in an older version is not saved over a newer one', async () => {
    const { data } = await booker.call('bookingRecordSave', { body: input() });
    await booker.call('bookingRecordSave', { body: input({ ...data, customer: 'B' }) });
    expect((await booker.call('bookingRecordSave', { body: input({ ...data, customer: 'C' }) })).status).toBe(0);
    expect(await read(data.bookingRecordId)).toMatchObject({ customer: 'B' });
  });
});

test('a confirmed booking has numbers, cut-offs and a sailing, and is tracked by itself, once', async () => {
  const booking = await confirmed();
  expect(booking).toMatchObject({
    state: 'confirmed',
    bookingNo: expect.stringMatching(/^2\d{9}$/),
    billNo: expect.stringContaining(service.carrier.scac),
    vesselName: expect.any(String),
    departureTime: expect.any(Number),
  });
  expect(booking.cutOffList.map(({ code }: { code: string }) => code)).toContain('FCO');
  const follows = () =>
    database.query<{ tenant_id: number }>('select tenant_id from subscription where bill_no = $1', [booking.billNo]);
  expect(await follows()).toEqual([{ tenant_id: own.id }]);
  now += 2 * HOUR_MS;
  await exchangeAll();
  expect(await follows()).toHaveLength(1);
  const [row] = (await booker.call('bookingRecord.list', { body: { bookingNo: [booking.bookingNo] } })).data.records;
  expect(row).toMatchObject({ state: 'confirmed', equipment: '2 × 40HQ' });
  // The carrier knows the shipment that was booked, with its containers.
  const shipment = world.shipment(booking.billNo);
  expect(shipment?.containers).toHaveLength(2);
  expect(shipment?.carrier.code).toBe(carrierCode);
});

test('a booking submitted twice goes to the carrier once, and confirmed twice it is one booking and one shipment', async () => {
  const { data } = await booker.call('bookingRecordSave', { body: input({ customer: 'TWICE' }) });
  const both = await Promise.all([
    booker.call('bookingRecordSubmit', { body: data }),
    booker.call('bookingRecordSubmit', { body: data }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([0, 1]);
  expect(both.find(({ status }) => status === 0)?.msg).not.toBe('');
  await exchangeAll();
  now += 5 * MINUTE_MS;
  await exchangeAll();
  const first = await read(data.bookingRecordId);
  expect(first).toMatchObject({ state: 'confirmed' });
  // The carrier says it again.
  await database.execute('update booking_record set next_ask_at = $1 where id = $2', [
    new Date(now),
    data.bookingRecordId,
  ]);
  await exchangeAll();
  expect(await read(data.bookingRecordId)).toMatchObject({ bookingNo: first.bookingNo, billNo: first.billNo });
  const counted = await database.query<{ follows: number; told: number }>(
    `select (select count(*)::int from subscription where bill_no = $1) as follows,
       (select count(*)::int from booking_event where booking_id = $2 and kind = 'confirmed') as told`,
    [first.billNo, data.bookingRecordId],
  );
  expect(counted).toEqual([{ follows: 1, told: 1 }]);
});

test('a confirmed booking is amended and cancelled with the carrier', async () => {
  const booking = await confirmed();
  const amended = await booker.call('bookingRecordSave', {
    body: input({ ...booking, equipmentList: [{ containerType: '20GP', units: 3 }] }),
  });
  expect(amended.status).toBe(1);
  expect(await booker.call('bookingRecordSave', { body: input({ ...booking, ...amended.data }) })).toMatchObject({
    msg: '上一次请求还在发送给船公司，请稍候',
  });
  await exchangeAll();
  now += 5 * MINUTE_MS;
  await exchangeAll();
  const after = await read(booking.bookingRecordId);
  expect(after).toMatchObject({ state: 'amended', equipmentList: [{ containerType: '20GP', units: 3 }] });
  expect(world.shipment(booking.billNo)?.containers.map(({ isoCode }) => isoCode)).toEqual(['22G1', '22G1', '22G1']);
  expect((await booker.call('bookingRecordCancel', { body: after })).status).toBe(1);
  await exchangeAll();
  expect(await read(booking.bookingRecordId)).toMatchObject({ state: 'cancelled', acts: [] });
  expect(world.shipment(booking.billNo)).toBeUndefined();
});

test('too many containers are sent back with the reason, and go through once changed', async () => {
  const wanted = await confirmed({ equipmentList: [{ containerType: '40HQ', units: 9 }] });
  expect(wanted).toMatchObject({ state: 'pending_update', problem: expect.stringContaining('6') });
  const { data } = await booker.call('bookingRecordSave', { body: input({ ...wanted, equipmentList: undefined }) });
  expect(data).toBeNull();
  const saved = await booker.call('bookingRecordSave', {
    body: input({ ...wanted, equipmentList: [{ containerType: '40HQ', units: 4 }] }),
  });
  await booker.call('bookingRecordSubmit', { body: saved.data });
  await exchangeAll();
  now += 5 * MINUTE_MS;
  await exchangeAll();
  expect(await read(wanted.bookingRecordId)).toMatchObject({ state: 'confirmed', problem: null });
});

test('a request that the carrier refuses is a draft again, with the reason', async () => {
  const { data } = await booker.call('bookingRecordSave', { body: input({ voyage: 'NEVER' }) });
  await booker.call('bookingRecordSubmit', { body: data });
  await exchangeAll();
  expect(await read(data.bookingRecordId)).toMatchObject({
    state: 'draft',
    problem: 'bad_answer',
    acts: ['edit', 'submit', 'cancel'],
  });
});

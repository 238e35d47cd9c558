import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { portOf } from '#server/connectors/port-of.ts';
import { seedCommerceSources } from '#server/modules/commerce/freight/index.ts';
import { readReference } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp, type TestClient } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { exchangeNext } from './exchange-bookings.ts';
import { takeRequests } from './take-requests.ts';

let now: Instant = Date.UTC(2026, 4, 4, 3);
const clock = { now: () => now, realMsUntil: (at: Instant) => Math.max(0, at - now) };
const database = await testDatabase();
await seedMasterData(database);
const reference = await readReference(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const [alpha, beta] = [
  await buildTenant(database, { code: 'ALPHA' }),
  await buildTenant(database, { code: 'BETA' }),
] as const;
const menus = ['/booking-record-management'];
await buildUser(database, { tenantId: alpha.id, userCode: 'of-alpha', menus });
await buildUser(database, { tenantId: beta.id, userCode: 'of-beta', menus });
const [ofAlpha, ofBeta] = [await signedIn('of-alpha'), await signedIn('of-beta')];

/** What the order systems of the tenants hand over, and what the carrier was asked: method and number. */
const handedOver: Record<string, object[]> = { ALPHA: [], BETA: [] };
const requested: string[] = [];
const server = createServer((request, response) => {
  const send = (body: object) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const url = new URL(request.url ?? '/', 'http://carrier');
  const [, place, name = ''] = url.pathname.split('/');
  if (place === 'shippers') return send({ 'booking-requests': handedOver[name] ?? [], next: null });
  const number = url.pathname.split('/').at(-1) ?? '';
  requested.push(`${request.method} ${number}`);
  return send({
    carrierBookingRequestReference: request.method === 'POST' ? given : number,
    bookingStatus: 'CONFIRMED',
    transportDocumentReference: `BILL${number}`,
    transportPlan: [{ vesselName: 'SECRET SHIP', plannedDepartureDate: '2026-05-20T00:00:00Z' }],
  });
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
afterAll(() => new Promise((resolve) => void server.close(resolve)));
const baseUrl = `http://127.0.0.1:${portOf(server)}`;
const [row] = await database.query<{ code: string }>('select code from md_carrier order by code limit 1');
const carrierCode = row?.code ?? '';
await seedCommerceSources(database, [{ carrierCode, baseUrl, credential: null }], now);
const deps = { database, clock, log: silentLog, keys: [randomBytes(32)], schedulePulls: async () => {} };

let given = '';
let serial = 0;
beforeEach(async () => {
  serial += 1;
  given = `NO${serial}`;
  requested.length = 0;
  await database.execute('delete from booking_record');
  await database.execute('delete from app_state');
});

const named = (status = 'PLACED') => ({
  requestNo: `REQ${serial}`,
  status,
  carrierCode,
  carrierBookingReference: given,
  portOfLoading: 'CNSHA',
  portOfDischarge: 'USLAX',
  equipment: [{ type: '40HQ', units: 1 }],
  requestedBy: 'ERP',
  requestedAt: new Date(now).toISOString(),
});
async function handOver(tenant: 'ALPHA' | 'BETA', ...bookings: object[]): Promise<void> {
  Object.assign(handedOver, { ALPHA: [], BETA: [], [tenant]: bookings });
  await takeRequests({ ...deps, baseUrl, reference: () => reference });
}
/** Lets the carrier be asked whatever is due in the next day. */
async function exchangeAll(): Promise<void> {
  now += DAY_MS;
  while (await exchangeNext(deps));
}
async function only(client: TestClient) {
  const { records } = (await client.call('bookingRecord.list', { body: { pageSize: 20 } })).data;
  expect(records).toHaveLength(1);
  return (await client.call('bookingRecordGet', { query: { bookingRecordId: records[0].bookingRecordId } })).data;
}
/** A booking of space by a person, sent to the carrier, which gives it the number of this test. */
async function book(client: TestClient): Promise<void> {
  const equipmentList = [{ containerType: '40HQ', units: 1 }];
  const body = { carrierCode, polCode: 'CNSHA', podCode: 'USLAX', equipmentList };
  const { data } = await client.call('bookingRecordSave', { body });
  expect(await client.call('bookingRecordSubmit', { body: data })).toMatchObject({ status: 1 });
  await exchangeAll();
}
const refusals = () => database.query(`select from refusal where via = 'feed'`);

test('a number that the carrier gave to one tenant and another names: neither booking is touched by the other', async () => {
  await book(ofAlpha);
  const before = await only(ofAlpha);
  expect(before).toMatchObject({ state: 'confirmed', requestRef: given, vesselName: 'SECRET SHIP' });
  requested.length = 0;
  await handOver('BETA', named());
  const countOfBills = () => database.query('select from subscription where tenant_id = $1', [beta.id]);
  await exchangeAll();
  // Beta has what its own system reported, and nothing of what the carrier says of Alpha's booking.
  expect(await only(ofBeta)).toMatchObject({
    state: 'submitted',
    requestRef: given,
    vesselName: null,
    billNo: null,
    problem: 'number_taken',
  });
  expect(await countOfBills()).toEqual([]);
  expect(requested).toEqual([`GET ${given}`]);
  expect(await only(ofAlpha)).toMatchObject({ state: 'confirmed', requestRef: given, problem: null });
  expect(await refusals()).toEqual([]);
});

test('a tenant that names the number of another cannot change or cancel it at the carrier', async () => {
  await book(ofAlpha);
  await handOver('BETA', named());
  await exchangeAll();
  requested.length = 0;
  const { bookingRecordId, recordVersion } = await only(ofBeta);
  expect(await ofBeta.call('bookingRecordCancel', { body: { bookingRecordId, recordVersion } })).toMatchObject({
    status: 1,
  });
  await exchangeAll();
  expect(requested.filter((call) => !call.startsWith('GET'))).toEqual([]);
  expect(await only(ofBeta)).toMatchObject({ state: 'submitted', sending: false, problem: 'number_taken' });
  expect(await only(ofAlpha)).toMatchObject({ state: 'confirmed' });
});

test('a number that was named ahead does not keep a booking of others from being made and followed', async () => {
  await handOver('BETA', named());
  await exchangeAll();
  await book(ofAlpha);
  expect(await only(ofAlpha)).toMatchObject({ state: 'confirmed', requestRef: given, problem: null });
  requested.length = 0;
  await exchangeAll();
  // From now on the one that only named it is not reported anything more.
  expect(requested).toEqual([`GET ${given}`]);
  expect(await only(ofBeta)).toMatchObject({ problem: 'number_taken' });
});

test('two order systems that name the same number: both bookings are there, the first one is followed', async () => {
  await handOver('ALPHA', named());
  await exchangeAll();
  await handOver('BETA', named());
  requested.length = 0;
  now += HOUR_MS;
  await exchangeAll();
  expect(requested).toEqual([`GET ${given}`]);
  expect(await only(ofAlpha)).toMatchObject({ state: 'confirmed', vesselName: 'SECRET SHIP', problem: null });
  expect(await only(ofBeta)).toMatchObject({ state: 'submitted', vesselName: null, problem: 'number_taken' });
  expect(await refusals()).toEqual([]);
});

test('within a tenant a number occurs once', async () => {
  await handOver('ALPHA', named(), { ...named(), requestNo: 'ANOTHER' });
  await exchangeAll();
  expect(await only(ofAlpha)).toMatchObject({ state: 'confirmed', requestRef: given });
});

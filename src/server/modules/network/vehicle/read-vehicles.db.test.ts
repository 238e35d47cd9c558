import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVehicleIngest } from './ingest.ts';
import { keepPlans } from './known-vehicles.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const now = Date.UTC(2026, 10, 22, 8);
const clock = { now: () => now, realMsUntil: (at: number) => Math.max(0, at - now) };
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const [tenant, other] = [await buildTenant(database, { code: 'GVA' }), await buildTenant(database, { code: 'GVB' })];
const menus = ['/gps-vehicle-index', '/vehicles', '/road-sites'];
await buildUser(database, { tenantId: tenant.id, userCode: 'gv.one', menus });
await buildUser(database, { tenantId: other.id, userCode: 'gv.two', menus });
const [one, two] = [await signedIn('gv.one'), await signedIn('gv.two')];

const site = await one.call('roadSite.insert', {
  body: {
    siteCode: 'GVS',
    siteName: '测试仓',
    siteNameEn: 'Test store',
    longitude: 121,
    latitude: 31,
    radiusM: 1000,
    zone: 'Asia/Shanghai',
    tenantId: String(tenant.id),
  },
});
const made = await one.call('vehicle.insert', {
  body: {
    plateNo: '沪GV001',
    protocol: 'JT808',
    terminalNo: '13911110001',
    driverName: '王师傅',
    laneSites: 'GVS',
    tenantId: String(tenant.id),
  },
});
const vehicle = {
  vehicleId: Number(made.data?.vehicleId),
  tenantId: tenant.id,
  plateNo: '沪GV001',
  protocol: 'JT808' as const,
};

// The vehicle is newer than what was last read of sites and routes: its first positions make stays all the same.
const plans = keepPlans(database);
const ingest = createVehicleIngest({ database, plans, now: clock.now });
const fix = (minutesAgo: number, values: object = {}) => ({
  kind: 'fix' as const,
  checksumOk: true,
  fix: {
    at: now - minutesAgo * MINUTE_MS,
    lon: 121 + minutesAgo / 1000,
    lat: 31,
    located: true,
    speedKmh: 50,
    course: 90,
    altitudeM: null,
    ignition: true,
    mileageKm: 1234.56,
    fuelL: null,
    temperatureC: 4,
    satellites: 9,
    late: false,
    alarms: [],
    ...values,
  },
});
const jpeg = Uint8Array.from([0xff, 0xd8, 1, 2, 3]);
const reported = [
  ...[60, 45, 30, 15].map((minutes) => fix(minutes)),
  fix(10, { lon: 127 }),
  fix(5, { lon: 121, speedKmh: 0 }),
  // Without satellites the place is not believed; the alarm is.
  fix(4, { located: false, alarms: ['overspeed', 'powerCut'] }),
  { kind: 'photo' as const, mediaId: 7, takenAt: now - HOUR_MS, channel: 1, event: 1, place: null, data: jpeg },
].map((report) => ingest.take(vehicle, report));
await ingest.flush();
await Promise.all(reported);

const list = (who: typeof one, body: object = {}) =>
  who.call('gpsVehicles.list', { body: { currentPage: 1, ...body } });

test('the list says where each vehicle is and what it does; other tenants see nothing of it', async () => {
  expect([site.status, made.status]).toEqual([1, 1]);
  const { data } = await list(one);
  expect(data?.records).toMatchObject([
    {
      plateNo: '沪GV001',
      state: 'idling',
      driverName: '王师傅',
      speed: 0,
      ignition: 1,
      reportTime: now,
      siteName: '测试仓',
      siteKm: 0,
      stateMinutes: 5,
      temperature: 4,
      refused: 2,
      alarm: 'powerCut',
      zone: 'Asia/Shanghai',
    },
  ]);
  expect((await list(one, { plateNo: ['沪G·V001'] })).data?.totalRecord).toBe(1);
  expect((await list(one, { plateNo: ['沪GV002'] })).data?.totalRecord).toBe(0);
  expect((await list(one, { alarm: ['powerCut'] })).data?.totalRecord).toBe(1);
  expect((await list(one, { alarm: ['overspeed'] })).data?.totalRecord).toBe(0);
  expect((await list(two)).data?.records).toEqual([]);
  expect((await one.call('vehiclePositions', {})).data).toHaveLength(1);
  expect((await two.call('vehiclePositions', {})).data).toEqual([]);
});

test('tabs and states count by the clock', async () => {
  expect((await list(one)).data).toMatchObject({ tabs: { all: 1, driving: 0, idling: 1, stopped: 0, offline: 0 } });
  expect((await list(one, { tab: 'idling', state: ['idling'] })).data?.totalRecord).toBe(1);
  expect((await list(one, { tab: 'offline' })).data?.totalRecord).toBe(0);
});

test('the track has believed points, stays, pictures, and what was not believed with words', async () => {
  const { status, data } = await one.call('vehicleTrack', { query: { vehicleId: vehicle.vehicleId } });
  expect(status).toBe(1);
  expect(data).toMatchObject({
    plateNo: '沪GV001',
    source: '车载终端 13911110001',
    timeFrom: now - DAY_MS,
    timeTo: now,
    total: 6,
    alarms: [
      { kind: 'overspeed', beganTime: now - 4 * MINUTE_MS, endedTime: null, lon: 121, lat: 31 },
      { kind: 'powerCut', beganTime: now - 4 * MINUTE_MS, endedTime: null, lon: 121, lat: 31 },
    ],
    refused: [{ reason: 'jump', reasonText: '位置跳变，车辆不可能到达', count: 1 }],
    stays: [{ siteName: '测试仓', arrivedTime: now - 5 * MINUTE_MS, departedTime: null }],
    photos: [{ takenTime: now - HOUR_MS, channel: 1 }],
  });
  expect((data?.points as number[][]).map(([at = 0]) => (now - at) / MINUTE_MS)).toEqual([60, 45, 30, 15, 5]);
  const photoId = data?.photos[0]?.photoId ?? '';
  expect((await one.call('vehiclePhoto', { query: { photoId } })).data).toMatchObject({
    image: Buffer.from(jpeg).toString('base64'),
  });
  expect((await two.call('vehiclePhoto', { query: { photoId } })).status).toBe(0);
  expect((await two.call('vehicleTrack', { query: { vehicleId: vehicle.vehicleId } })).status).toBe(0);
});

test.each([
  ['01234', '终端号应为 4 到 20 位数字或字母 A 到 F，且不以 0 开头'],
  ['G1234', '终端号应为 4 到 20 位数字或字母 A 到 F，且不以 0 开头'],
  ['13911110001', undefined],
])('a device number %s is refused in words', async (terminalNo, msg) => {
  const answer = await one.call('vehicle.insert', {
    body: { plateNo: '沪GV009', protocol: 'JT808', terminalNo, tenantId: String(tenant.id) },
  });
  expect(answer).toMatchObject({ status: 0, ...(msg === undefined ? {} : { msg }) });
});

import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { authenticationBody, positionBody, type Reading } from '#simulator/vehicles/encode-808.ts';
import { gt06Frame, heartbeatContent, loginContent, positionContent } from '#simulator/vehicles/encode-gt06.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { connectDevice, connectTo } from '#testing/vehicle-device.ts';
import { silentLinkMs } from './presence.ts';
import { startVehicleGateway } from './start-gateway.ts';
import { soon } from '#testing/soon.ts';

// Addresses of three networks on this machine.
const [home, away, elsewhere] = ['127.0.0.1', '127.20.0.1', '127.30.0.1'] as const;
const database = await testDatabase();
await seedTestDictionary(database);
const now = Date.UTC(2026, 10, 22, 8);
let machine = 0;
const clock = { now: () => now, realMsUntil: (at: number) => Math.max(0, at - now) };
const [tenant, other] = [await buildTenant(database, { code: 'NETA' }), await buildTenant(database, { code: 'NETB' })];
const menus = ['/gps-vehicle-index', '/vehicles'];
await buildUser(database, { tenantId: tenant.id, userCode: 'net.one', menus });
await buildUser(database, { tenantId: tenant.id, userCode: 'net.viewer', menus: ['/gps-vehicle-index'] });
await buildUser(database, { tenantId: other.id, userCode: 'net.two', menus });
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const [one, viewer, two] = [await signedIn('net.one'), await signedIn('net.viewer'), await signedIn('net.two')];

const gateway = startVehicleGateway({
  database,
  clock,
  log: pino({ level: 'silent' }),
  keys: [randomBytes(32)],
  lookEveryMs: 3_600_000,
  machineNow: () => machine,
  ports: [
    { protocol: 'JT808', host: '0.0.0.0', port: 0 },
    { protocol: 'GT06', host: '0.0.0.0', port: 0 },
  ],
});
afterAll(() => gateway.stop());
const [jt808, gt06] = await vi.waitFor(() => {
  const ports = [gateway.portOf('JT808') ?? 0, gateway.portOf('GT06') ?? 0] as const;
  if (Math.min(...ports) === 0) throw new Error('not open yet');
  return ports;
}, soon);

let made = 0;
async function buildVehicle(protocol: 'JT808' | 'GT06') {
  made += 1;
  const [plate, terminal] = [
    `沪N${10_000 + made}`,
    String((protocol === 'GT06' ? 86_812_000_000_000 : 13_912_380_000) + made),
  ];
  const { id } = await database.system
    .insertInto('vehicle')
    .values({ tenant_id: tenant.id, plate_no: plate, protocol, terminal_no: terminal, enabled: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, plate, terminal };
}
const reading = (minutesAgo: number, lon = 121.5): Reading => ({
  at: now - minutesAgo * MINUTE_MS,
  lon,
  lat: 31.2,
  speedKmh: 60,
  course: 90,
  ignition: true,
  located: true,
});
/** A GT06 device that has logged in; each position waits for the answer to the sign of life after it. */
async function logIn(terminal: string, from: string) {
  const line = await connectTo(gt06, from);
  line.send(gt06Frame(1, 1, loginContent(terminal.padStart(15, '0'))));
  await vi.waitFor(() => expect(line.heard().length + (line.isClosed() ? 1 : 0)).toBeGreaterThan(0), soon);
  let serial = 1;
  return {
    ...line,
    async notify(...readings: Reading[]): Promise<void> {
      for (const each of readings) line.send(gt06Frame(0x22, (serial += 1), positionContent(each)));
      const before = line.heard().length;
      line.send(gt06Frame(0x13, (serial += 1), heartbeatContent(true)));
      await vi.waitFor(() => expect(line.heard().length).toBeGreaterThan(before), soon);
      await gateway.flush();
    },
  };
}
/** A JT/T 808 device that has registered in an open window and signed in. */
async function register({ id, plate, terminal }: Awaited<ReturnType<typeof buildVehicle>>, from: string) {
  await one.call('vehicleOpenRegistration', { body: { vehicleIds: [id] } });
  const device = await connectDevice(jt808, terminal, 2013, from);
  const { code } = await device.register(plate);
  expect(await device.say(0x0102, authenticationBody(2013, code))).toBe(0);
  return { device, code };
}
async function signIn(terminal: string, code: string, from: string) {
  const device = await connectDevice(jt808, terminal, 2013, from);
  expect(await device.say(0x0102, authenticationBody(2013, code))).toBe(0);
  return device;
}
const lonsOf = async (id: number): Promise<number[]> =>
  (
    await database.system
      .selectFrom('vehicle_position')
      .select('lon')
      .where('vehicle_id', '=', id)
      .where('flaw', 'is', null)
      .orderBy('at')
      .execute()
  ).map(({ lon }) => Math.round(lon * 100) / 100);
const accessOf = async (id: number): Promise<CallData<'vehicleAccess'>> => {
  await gateway.flush();
  return (await one.call('vehicleAccess', { query: { vehicleId: id } })).data;
};
const auditsOf = (id: number) =>
  database.query<{ action: string; actor_code: string; tenant_id: number }>(
    `select action, actor_code, tenant_id from audit_log where entity = 'vehicle' and entity_id = $1 order by id`,
    [String(id)],
  );

describe('a GT06 device, which has no code', () => {
  test('in a network that it was never in: its positions are held for review until somebody takes them over', async () => {
    const { id, terminal } = await buildVehicle('GT06');
    const first = await logIn(terminal, home);
    await first.notify(reading(50));
    first.close();
    const stranger = await logIn(terminal, away);
    await stranger.notify(reading(40, 121.6), reading(30, 121.7));
    expect(await lonsOf(id)).toEqual([121.5]);
    const access = await accessOf(id);
    expect(access).toMatchObject({ access: 'unbound', network: '127.0.0.0/16', address: home });
    expect(access.history.find(({ network }) => network === '127.20.0.0/16')).toMatchObject({
      address: away,
      state: 'held',
      doubtTime: now,
      decidedTime: null,
      held: [{ reason: 'network', count: 2, timeFrom: now - 40 * MINUTE_MS, timeTo: now - 30 * MINUTE_MS, lon: 121.7 }],
    });
    expect((await one.call('gpsVehicles.list', { body: { currentPage: 1, access: ['unbound'] } })).data).toMatchObject({
      records: [{ held: 2, access: 'unbound' }],
    });
    const part = { vehicleId: id, network: '127.20.0.0/16', reason: 'network' };
    expect((await two.call('vehicleTakeOver', { body: part })).status).toBe(0);
    expect((await viewer.call('vehicleTakeOver', { body: part })).status).toBe(0);
    expect((await one.call('vehicleTakeOver', { body: part })).data).toEqual({ count: 2 });
    await gateway.flush();
    expect(await lonsOf(id)).toEqual([121.5, 121.6, 121.7]);
    // Its network is known now: the same connection is believed without another act.
    await stranger.notify(reading(20, 121.8));
    expect(await lonsOf(id)).toEqual([121.5, 121.6, 121.7, 121.8]);
    expect((await one.call('vehicleTakeOver', { body: part })).msg).toBe('没有待处理的暂存位置，可能已由他人处理');
    expect(await auditsOf(id)).toEqual([{ action: 'takeOver', actor_code: 'net.one', tenant_id: tenant.id }]);
    stranger.close();
  });

  test('what is discarded is gone, and its network stays aside', async () => {
    const { id, terminal } = await buildVehicle('GT06');
    const first = await logIn(terminal, home);
    await first.notify(reading(50));
    const stranger = await logIn(terminal, away);
    await stranger.notify(reading(40, 121.6));
    const part = { vehicleId: id, network: '127.20.0.0/16', reason: 'network' };
    expect((await two.call('vehicleDiscard', { body: part })).status).toBe(0);
    expect((await one.call('vehicleDiscard', { body: part })).data).toEqual({ count: 1 });
    await stranger.notify(reading(30, 121.7));
    await first.notify(reading(29, 121.5));
    expect(await lonsOf(id)).toEqual([121.5, 121.5]);
    expect((await accessOf(id)).history.flatMap(({ held }) => held)).toMatchObject([{ count: 1 }]);
    expect((await auditsOf(id)).map(({ action }) => action)).toEqual(['discard']);
    for (const line of [first, stranger]) line.close();
  });

  test('that jumps further than a truck drives: each such position is held for review, and believed once it is taken over', async () => {
    const { id, terminal } = await buildVehicle('GT06');
    const line = await logIn(terminal, home);
    await line.notify(reading(50), reading(40, 128), reading(39, 128.01), reading(38, 121.6));
    expect(await lonsOf(id)).toEqual([121.5, 121.6]);
    expect((await accessOf(id)).history).toMatchObject([
      { state: 'seen', doubtTime: now, held: [{ reason: 'jump', count: 2 }] },
    ]);
    const part = { vehicleId: id, network: '127.0.0.0/16', reason: 'jump' };
    expect((await one.call('vehicleTakeOver', { body: part })).data).toEqual({ count: 2 });
    await gateway.flush();
    expect(await lonsOf(id)).toEqual([121.5, 128, 128.01, 121.6]);
    expect((await accessOf(id)).history).toMatchObject([{ state: 'seen', decidedTime: now, held: [] }]);
    line.close();
  });

  test('bound to networks: refused from elsewhere, and believed from within without a question', async () => {
    const { id, terminal } = await buildVehicle('GT06');
    const first = await logIn(terminal, home);
    await first.notify(reading(50));
    const wrong = { vehicleIds: [id], networks: '127.20.0.1/16' };
    expect(await one.call('vehicleBindNetworks', { body: wrong })).toMatchObject({
      status: 0,
      msg: expect.stringContaining('“127.20.0.1/16”不是有效的网段'),
    });
    expect(await one.call('vehicleBindNetworks', { body: wrong, headers: { 'x-lang': 'en' } })).toMatchObject({
      status: 0,
      msg: expect.stringContaining('"127.20.0.1/16" is not a network'),
    });
    const right = { vehicleIds: [id], networks: '127.20.0.0/16' };
    expect((await two.call('vehicleBindNetworks', { body: right })).status).toBe(0);
    expect((await one.call('vehicleBindNetworks', { body: right })).data).toEqual({ count: 1 });
    await gateway.flush();
    await vi.waitFor(() => expect(first.isClosed()).toBe(true), soon);
    const within = await logIn(terminal, away);
    await within.notify(reading(40, 121.6));
    expect(await lonsOf(id)).toEqual([121.5, 121.6]);
    const outside = await logIn(terminal, elsewhere);
    await vi.waitFor(() => expect(outside.isClosed()).toBe(true), soon);
    expect(await accessOf(id)).toMatchObject({ access: 'bound', networks: '127.20.0.0/16', connections: 1 });
    expect((await auditsOf(id)).map(({ action }) => action)).toEqual(['update']);
    within.close();
  });
});

describe('a JT/T 808 device with a code', () => {
  test('that comes back from the same network replaces its connection, and stays connected', async () => {
    const vehicle = await buildVehicle('JT808');
    const { device, code } = await register(vehicle, home);
    const again = await signIn(vehicle.terminal, code, home);
    await vi.waitFor(() => expect(device.isClosed()).toBe(true), soon);
    expect(await again.say(0x0200, positionBody(reading(1)))).toBe(0);
    expect(await accessOf(vehicle.id)).toMatchObject({ access: 'coded', connections: 1 });
    const state = await database.system
      .selectFrom('vehicle_state')
      .select('connected')
      .where('vehicle_id', '=', vehicle.id)
      .executeTakeFirstOrThrow();
    expect(state.connected).toBe(true);
    again.close();
  });

  test('in another network is believed, and the change is shown', async () => {
    const vehicle = await buildVehicle('JT808');
    const { device, code } = await register(vehicle, home);
    device.close();
    await vi.waitFor(async () => expect((await accessOf(vehicle.id)).connections).toBe(0), soon);
    const moved = await signIn(vehicle.terminal, code, away);
    expect(await moved.say(0x0200, positionBody(reading(1)))).toBe(0);
    expect(await lonsOf(vehicle.id)).toEqual([121.5]);
    const access = await accessOf(vehicle.id);
    expect(access).toMatchObject({ address: away, network: '127.20.0.0/16', networkSince: now });
    expect(access.history.map(({ network, state }) => [network, state]).toSorted()).toEqual([
      ['127.0.0.0/16', 'seen'],
      ['127.20.0.0/16', 'seen'],
    ]);
    moved.close();
  });

  test('that is doubled from another network: the second connection is held for review and shown', async () => {
    const vehicle = await buildVehicle('JT808');
    const { device, code } = await register(vehicle, home);
    const second = await signIn(vehicle.terminal, code, away);
    expect(await second.say(0x0200, positionBody(reading(9, 121.9)))).toBe(0);
    expect(await device.say(0x0200, positionBody(reading(8)))).toBe(0);
    expect(await lonsOf(vehicle.id)).toEqual([121.5]);
    const access = await accessOf(vehicle.id);
    expect(access.connections).toBe(2);
    expect(access.history.find(({ network }) => network === '127.20.0.0/16')).toMatchObject({
      state: 'seen',
      secondTime: now,
      doubtTime: now,
      held: [{ reason: 'second', count: 1 }],
    });
    // Both were heard: what the second stated stays aside, also when the first leaves.
    device.close();
    await vi.waitFor(async () => expect((await accessOf(vehicle.id)).connections).toBe(1), soon);
    expect(await second.say(0x0200, positionBody(reading(7, 121.51)))).toBe(0);
    await gateway.flush();
    expect(await lonsOf(vehicle.id)).toEqual([121.5, 121.51]);
    second.close();
  });

  test('whose first connection had broken down unnoticed loses nothing', async () => {
    const vehicle = await buildVehicle('JT808');
    const { device, code } = await register(vehicle, home);
    const back = await signIn(vehicle.terminal, code, away);
    expect(await back.say(0x0200, positionBody(reading(9)))).toBe(0);
    expect(await lonsOf(vehicle.id)).toEqual([]);
    machine += silentLinkMs / 2;
    expect(await back.say(0x0002, [])).toBe(0);
    machine += silentLinkMs / 2 + 1;
    await gateway.flush();
    await gateway.flush();
    await vi.waitFor(() => expect(device.isClosed()).toBe(true), soon);
    expect(await lonsOf(vehicle.id)).toEqual([121.5]);
    expect((await accessOf(vehicle.id)).history.every(({ doubtTime }) => doubtTime === null)).toBe(true);
    back.close();
  });
});

describe('opening the registration', () => {
  const openUntilOf = async (id: number): Promise<Instant | null | undefined> => (await accessOf(id)).openUntil;

  test('is for the tenant of the vehicle, with an end, and can be closed', async () => {
    const vehicle = await buildVehicle('JT808');
    const body = { vehicleIds: [vehicle.id], hours: 2 };
    expect((await two.call('vehicleOpenRegistration', { body })).status).toBe(0);
    expect((await viewer.call('vehicleOpenRegistration', { body })).status).toBe(0);
    expect(await openUntilOf(vehicle.id)).toBeNull();
    expect((await one.call('vehicleOpenRegistration', { body })).data).toEqual({
      count: 1,
      openUntil: now + 2 * HOUR_MS,
    });
    expect(await openUntilOf(vehicle.id)).toBe(now + 2 * HOUR_MS);
    expect((await two.call('vehicleCloseRegistration', { body: { vehicleIds: [vehicle.id] } })).status).toBe(0);
    expect((await one.call('vehicleCloseRegistration', { body: { vehicleIds: [vehicle.id] } })).data).toEqual({
      count: 1,
    });
    expect(await openUntilOf(vehicle.id)).toBeNull();
    expect((await one.call('vehicleCloseRegistration', { body: { vehicleIds: [vehicle.id] } })).data).toEqual({
      count: 0,
    });
    expect((await two.call('vehicleAccess', { query: { vehicleId: vehicle.id } })).status).toBe(0);
    expect((await auditsOf(vehicle.id)).map(({ action }) => action)).toEqual(['openRegistration', 'closeRegistration']);
  });

  test('says of GT06 that there is none, and opens nothing of a list with such a vehicle', async () => {
    const [vehicle, without] = [await buildVehicle('JT808'), await buildVehicle('GT06')];
    const answer = await one.call('vehicleOpenRegistration', { body: { vehicleIds: [vehicle.id, without.id] } });
    expect(answer).toMatchObject({ status: 0, msg: `GT06 终端没有注册流程，请改为绑定网络：${without.plate}` });
    expect(await openUntilOf(vehicle.id)).toBeNull();
  });

  test('ends the code of earlier versions and the connection that it let in; until then a notice counts it', async () => {
    const vehicle = await buildVehicle('JT808');
    const counts = async () => (await one.call('vehicleAccessCounts', {})).data;
    const before = await counts();
    await database.execute('insert into vehicle_device (vehicle_id, tenant_id, legacy_no) values ($1, $2, $3)', [
      vehicle.id,
      tenant.id,
      vehicle.terminal,
    ]);
    expect((await counts())?.legacy).toBe((before?.legacy ?? 0) + 1);
    expect((await two.call('vehicleAccessCounts', {})).data).toEqual({ legacy: 0, unbound: 0, doubtful: 0 });
    await one.call('vehicleOpenRegistration', { body: { vehicleIds: [vehicle.id] } });
    expect((await counts())?.legacy).toBe(before?.legacy);
  });
});

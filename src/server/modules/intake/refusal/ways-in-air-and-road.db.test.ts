import { httpModule } from '#server/module/index.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openCargoImpFolder } from '#server/modules/intake/cargo-imp/index.ts';
import { startVehicleGateway } from '#server/modules/network/vehicle/index.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { frameOf, positionBody, type Reading } from '#simulator/vehicles/encode-808.ts';
import { gt06Frame, loginContent, positionContent } from '#simulator/vehicles/encode-gt06.ts';
import { sampleFsu, sampleWaybill } from '#testing/air-samples.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { connectDevice, connectTo, testDeviceId } from '#testing/vehicle-device.ts';
import { refusal } from './index.ts';

// What vehicles and airlines send wrong, kind by kind: counted, on the page of refusals with what it is about, and explained.
const database = await testDatabase();
const now = Date.UTC(2026, 2, 11, 8);
const pipeline = await startPipeline(database, { start: now });
const [mine, other] = [await buildTenant(database, { code: 'BENTA' }), await buildTenant(database, { code: 'BENTB' })];
await buildUser(database, { tenantId: mine.id, userCode: 'bent.all', allTenants: true, menus: ['/refusals'] });
await buildUser(database, { tenantId: mine.id, userCode: 'bent.own', menus: ['/refusals'] });
await buildUser(database, { tenantId: other.id, userCode: 'bent.other', menus: ['/refusals'] });
const app = await testApp(database, { clock: pipeline.clock, modules: [httpModule(refusal, {})] });
const [viewer, owner, stranger] = [
  await app.signedIn('bent.all'),
  await app.signedIn('bent.own'),
  await app.signedIn('bent.other'),
];
const log = pino({ level: 'silent' });
const soon = { timeout: 10_000, interval: 10 };

type Who = typeof viewer;
type Shown = { count: number; source: string | null; reason: string; items: Record<string, unknown>[] };
/** What the page of refusals shows of one reason; undefined where it does not show it. */
async function shown(way: string, code: string, who: Who = viewer, lang = 'en'): Promise<Shown | undefined> {
  const headers = { 'x-lang': lang };
  const { data } = await who.call('refusalQuery', { body: { pageSize: 100, way: [way], reason: [code] }, headers });
  const [group] = data.records;
  if (group === undefined) return undefined;
  const { data: detail } = await who.call('refusalGet', { query: { groupId: group.groupId }, headers });
  return { count: group.count, source: group.sourceName, reason: group.reason.text, items: detail.items };
}

describe('a vehicle', () => {
  const gateway = startVehicleGateway({
    database,
    clock: pipeline.clock,
    log,
    keys: [randomBytes(32)],
    lookEveryMs: 50,
    ports: [
      { protocol: 'JT808', host: '127.0.0.1', port: 0, limits: { waitingPerAddress: 100 } },
      { protocol: 'GT06', host: '127.0.0.1', port: 0 },
    ],
  });
  afterAll(() => gateway.stop());
  const [plate, terminal] = ['沪B80001', '13800000001'];
  let device: Awaited<ReturnType<typeof connectDevice>>;
  const build = (plateNo: string, terminalNo: string, tenantId = mine.id, protocol = 'JT808') =>
    database.system
      .insertInto('vehicle')
      .values({
        tenant_id: tenantId,
        plate_no: plateNo,
        protocol,
        terminal_no: terminalNo,
        device_id: testDeviceId,
        // Of a device without a code that is not bound, a jump would be kept aside.
        networks: '127.0.0.0/8',
        enabled: true,
      })
      .execute();
  beforeAll(async () => {
    await build(plate, terminal);
    await build('沪B80002', '13800000002', other.id);
    await build('沪B80003', '868120000000003', mine.id, 'GT06');
    await vi.waitFor(() => {
      if (Math.min(gateway.portOf('JT808') ?? 0, gateway.portOf('GT06') ?? 0) === 0) throw new Error('not open yet');
    }, soon);
    device = await connectDevice(gateway.portOf('JT808') as number, terminal);
    await device.signIn(plate);
    await device.say(0x0200, positionBody(reading(10)));
  });
  afterAll(() => device.close());

  const reading = (minutesAgo: number, values: Partial<Reading> = {}): Reading => ({
    at: now - minutesAgo * MINUTE_MS,
    lon: 121.5,
    lat: 31.2,
    speedKmh: 60,
    course: 90,
    ignition: true,
    located: true,
    ...values,
  });
  const told = async (one: Reading): Promise<void> => {
    expect(await device.say(0x0200, positionBody(one))).toBe(0);
    await gateway.flush();
  };

  test('that claims the number of another one', async () => {
    device.send(frameOf(0x0200, { phone: '13800000002', edition: 2013, serial: 900 }, positionBody(reading(9))));
    await told(reading(9));
    const found = { count: 1, source: 'JT/T 808 devices', reason: 'Another device number on the same connection' };
    const items = [{ count: 1, subject: plate, sample: '13800000002' }];
    expect(await shown('vehicle', 'vehicle_claimedNumber')).toMatchObject({ ...found, items });
    // It is shown to the tenant of the vehicle that made the claim, not to the tenant of the claimed one.
    expect(await shown('vehicle', 'vehicle_claimedNumber', owner)).toMatchObject({ count: 1, items });
    expect(await shown('vehicle', 'vehicle_claimedNumber', stranger)).toBeUndefined();
  });

  test('that tells times in the future', async () => {
    await told(reading(0, { at: now + 26 * HOUR_MS }));
    expect(await shown('vehicle', 'vehicle_future')).toMatchObject({
      count: 1,
      reason: 'The time of the position is in the future',
      items: [{ subject: plate, sample: '2026-03-12T10:00:00.000Z 31.20000, 121.50000 60 km/h' }],
    });
    expect(await shown('vehicle', 'vehicle_future', viewer, 'zh')).toMatchObject({ reason: '定位时间晚于当前时间' });
  });

  test('that tells positions at 0/0', async () => {
    await told(reading(8, { lon: 0, lat: 0 }));
    expect(await shown('vehicle', 'vehicle_nowhere')).toMatchObject({
      count: 1,
      reason: 'The position is 0/0',
      items: [{ subject: plate, sample: expect.stringContaining(' 0.00000, 0.00000 ') }],
    });
  });

  test('that jumps 500 km', async () => {
    await told(reading(7, { lon: 126.8 }));
    expect(await shown('vehicle', 'vehicle_jump')).toMatchObject({
      count: 1,
      reason: 'The vehicle cannot have travelled that far',
      items: [{ count: 1, subject: plate, sample: '2026-03-11T07:53:00.000Z 31.20000, 126.80000 60 km/h' }],
    });
    expect(await shown('vehicle', 'vehicle_jump', owner)).toMatchObject({ count: 1 });
    expect(await shown('vehicle', 'vehicle_jump', stranger)).toBeUndefined();
  });

  test('of GT06 is named as well', async () => {
    const line = await connectTo(gateway.portOf('GT06') as number);
    line.send(gt06Frame(1, 1, loginContent('0868120000000003')));
    await vi.waitFor(() => expect(line.heard().length).toBeGreaterThan(0), soon);
    for (const [serial, lon] of [
      [2, 121.5],
      [3, 128],
    ] as const)
      line.send(gt06Frame(0x22, serial, positionContent(reading(10 - serial, { lon }))));
    await vi.waitFor(async () => {
      await gateway.flush();
      const { data } = await viewer.call('refusalQuery', {
        body: { pageSize: 100, way: ['vehicle'], sourceCode: ['GT06'] },
        headers: { 'x-lang': 'en' },
      });
      expect(data.records).toMatchObject([{ sourceName: 'GT06 devices', reason: { code: 'vehicle_jump' }, count: 1 }]);
    }, soon);
    line.close();
  });

  test('of a whole fleet with bad clocks: some are named, all are counted', async () => {
    await Promise.all(
      Array.from({ length: 60 }, async (_none, at) => {
        const [plateNo, terminalNo] = [`沪B7${1000 + at}`, String(13_700_000_000 + at)];
        await build(plateNo, terminalNo);
        const one = await connectDevice(gateway.portOf('JT808') as number, terminalNo);
        expect(await one.signIn(plateNo)).toBe(0);
        expect(await one.say(0x0200, positionBody(reading(0, { at: now + 26 * HOUR_MS })))).toBe(0);
        one.close();
      }),
    );
    await gateway.flush();
    const future = await shown('vehicle', 'vehicle_future');
    expect(future?.count).toBe(61);
    expect(future?.items.filter(({ subject }) => subject !== null)).toHaveLength(50);
    expect(future?.items.find(({ subject }) => subject === null)).toMatchObject({ count: 11 });
  });
});

describe('an airline', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bent-fsu-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const watched = await openCargoImpFolder(
    {
      database,
      clock: pipeline.clock,
      log,
      reference: () => pipeline.reference.current(),
      scheduleProcessing: pipeline.schedulePushed,
    },
    folder,
  );
  const put = async (name: string, text: string): Promise<void> => {
    await writeFile(join(folder, name), text);
    await watched.look();
    expect(await watched.look()).toBe(1);
    await pipeline.worker.processAll();
  };
  const head = (waybill: string): string => `FSU/14\n${waybill}PVGFRA/T10K200\n`;

  test('whose message has a wrong unit of weight, about a shipment that somebody follows', async () => {
    const { id } = await buildSubscription(database, { tenantId: mine.id, billNo: sampleWaybill, carrierCode: 'CZ' });
    await database.execute(`update subscription set mode = 'air' where id = $1`, [id]);
    await put('good.txt', sampleFsu.join('\n'));
    expect(await shown('push', 'bad_enumeration')).toBeUndefined();
    await put('unit.txt', `${head(sampleWaybill)}RCS/09MAR1200/PVG/T10X200\n`);
    const found = await shown('push', 'bad_enumeration', owner);
    expect(found).toMatchObject({
      count: 1,
      source: 'China Southern Airlines Cargo-IMP messages',
      items: [{ subject: sampleWaybill, subscriptionId: String(id), sample: expect.stringContaining('X200') }],
    });
    expect(found?.items[0]?.['text']).toContain('X200');
    expect(await shown('push', 'bad_enumeration', stranger)).toBeUndefined();
  });

  test('whose waybill has a wrong check digit', async () => {
    await put('digit.txt', `${head('784-12345674')}RCS/09MAR1200/PVG/T10K200\n`);
    expect(await shown('push', 'bad_check_digit')).toMatchObject({
      count: 1,
      items: [{ count: 1, sample: '784-12345674', text: expect.stringContaining('784-12345674') }],
    });
    expect(await shown('push', 'bad_check_digit', stranger)).toBeUndefined();
  });
});

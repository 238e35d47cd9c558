import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { connectors } from '#server/connectors/index.ts';
import { HOUR_MS, type Instant, MINUTE_MS, toIsoText } from '#shared/time/instant.ts';
import { batchBody, positionBody, type Reading } from '#simulator/vehicles/encode-808.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { connectDevice, testDeviceId } from '#testing/vehicle-device.ts';
import { startVehicleGateway } from './start-gateway.ts';
import { notifyShipments } from './notify-shipments.ts';
import { soon } from '#testing/soon.ts';

const now = Date.UTC(2026, 10, 22, 8);
const database = await testDatabase();
const pipeline = await startPipeline(database, { start: now });
const [mine, other] = [await buildTenant(database, { code: 'COLDA' }), await buildTenant(database, { code: 'COLDB' })];
const gateway = startVehicleGateway({
  database,
  clock: pipeline.clock,
  log: pino({ level: 'silent' }),
  keys: [randomBytes(32)],
  lookEveryMs: 50,
  ports: [{ protocol: 'JT808', host: '127.0.0.1', port: 0 }],
});
afterAll(() => gateway.stop());
const [plate, terminal] = ['沪R50001', '13912350001'];
await database.system
  .insertInto('vehicle')
  .values({
    tenant_id: mine.id,
    plate_no: plate,
    protocol: 'JT808',
    terminal_no: terminal,
    device_id: testDeviceId,
    enabled: true,
    temperature_min: 2,
    temperature_max: 8,
  })
  .execute();

/** An order by road on the truck, as the haulier's system tells it: it left five hours ago. */
async function buildOrder(orderNo: string, tenantId: number): Promise<number> {
  const { id } = await buildSubscription(database, { tenantId, billNo: orderNo, carrierCode: 'HAUL' });
  await database.execute(`update subscription set mode = 'road' where id = $1`, [id]);
  const source = await database.execute<{ id: number }>(
    `insert into source (code, protocol, source_type, channel, carrier_code, mode, name_cn, name_en, base_url, asked)
     values ('fleet:HAUL', 'fleet', 'CARRIER', 'SHIPPING_TRACKING', 'HAUL', 'road', '车队', 'Fleet', '', false)
     on conflict (code) do update set name_en = excluded.name_en returning id`,
  );
  const sourceId = source.rows[0]?.id as number;
  const target = await database.execute<{ id: number }>(
    'insert into subscription_source (tenant_id, subscription_id, source_id) values ($1, $2, $3) returning id',
    [tenantId, id, sourceId],
  );
  const stop = (siteCode: string, hours: number) => ({
    siteCode,
    zone: 'Asia/Shanghai',
    plannedArrival: toIsoText(now + hours * HOUR_MS),
    plannedDeparture: toIsoText(now + hours * HOUR_MS),
    ...(hours < 0 && { enteredAt: toIsoText(now + hours * HOUR_MS), leftAt: toIsoText(now + hours * HOUR_MS) }),
  });
  const answer = { orderNo, plateNo: plate, pieces: 1, stops: [stop('JXDC', -5), stop('YSGT', 4)], events: [] };
  await database.execute(
    `insert into raw_answer (tenant_id, subscription_id, source_id, via, received_at, body, encoding, hash)
     values ($1, $2, $3, 'push', $4, $5, 'identity', $6)`,
    [tenantId, id, sourceId, new Date(now), Buffer.from(JSON.stringify(answer)), randomBytes(16)],
  );
  await pipeline.schedulePushed([target.rows[0]?.id as number]);
  await pipeline.worker.processAll();
  return id;
}

const reading = (at: Instant, temperatureC: number): Reading => ({
  at,
  lon: 121.5,
  lat: 31.2,
  speedKmh: 60,
  course: 90,
  ignition: true,
  located: true,
  temperatureC,
});
const exceptionsOf = (id: number, code = 'ROAD_COLD_CHAIN') =>
  database.query<{ params: { hours: number }; open: boolean; evidence: unknown[] }>(
    `select e.params, e.evidence, e.open from shipment_exception e
     where e.subscription_id = $1 and e.type_code = $2`,
    [id, code],
  );

test('what the device of a reefer measures becomes an exception of the order on board, and of no other', async () => {
  const [order, stranger] = [await buildOrder('RO00000001', mine.id), await buildOrder('RO00000002', other.id)];
  const port = await vi.waitFor(() => {
    const open = gateway.portOf('JT808');
    if (open === null) throw new Error('not open yet');
    return open;
  }, soon);
  const device = await connectDevice(port, terminal);
  expect(await device.signIn(plate)).toBe(0);
  // From the memory of the device, then live: warm for two hours, and not over yet.
  const warm = [120, 90, 60, 30].map((minutes) => reading(now - minutes * MINUTE_MS, 11));
  expect(await device.say(0x0704, batchBody([reading(now - 3 * HOUR_MS, 5), ...warm], true))).toBe(0);
  expect(await device.say(0x0200, positionBody(reading(now - MINUTE_MS, 14)))).toBe(0);
  const notify = () =>
    notifyShipments({ database, clock: pipeline.clock, scheduleProcessing: pipeline.schedulePushed });
  expect(await notify()).toBe(1);
  expect(await notify()).toBe(0);
  await pipeline.worker.processAll();
  expect(await exceptionsOf(order)).toMatchObject([{ open: true, params: { hours: 2 } }]);
  expect(await exceptionsOf(stranger)).toEqual([]);

  // Right again: the order is reported once more, and what happened stays for people to judge.
  pipeline.clock.set(now + HOUR_MS);
  for (const minutes of [10, 20, 30])
    expect(await device.say(0x0200, positionBody(reading(now + minutes * MINUTE_MS, 5)))).toBe(0);
  expect(await notify()).toBe(1);
  await pipeline.worker.processAll();
  const [found] = await exceptionsOf(order);
  expect(found).toMatchObject({ open: true, params: { hours: 2 } });
  expect(found?.evidence).toHaveLength(2);
  device.close();
});

test('doubt about the device of a truck is an exception of the order on board until somebody has looked', async () => {
  const [order, stranger] = [await buildOrder('RO00000003', mine.id), await buildOrder('RO00000004', other.id)];
  const notify = () =>
    notifyShipments({ database, clock: pipeline.clock, scheduleProcessing: pipeline.schedulePushed });
  await notify();
  const at = pipeline.clock.now();
  const vehicle = database.system.selectFrom('vehicle').select('id').where('terminal_no', '=', terminal);
  const { id } = await vehicle.executeTakeFirstOrThrow();
  await database.execute(
    `insert into vehicle_network (tenant_id, vehicle_id, terminal_no, network, address, state, first_at, last_at, doubt_at)
     values ($1, $2, $3, '10.9.0.0/16', '10.9.0.1', 'held', $4, $4, $4)`,
    [mine.id, id, terminal, new Date(at - HOUR_MS)],
  );
  // The order before is on the same truck.
  expect(await notify()).toBe(2);
  expect(await notify()).toBe(0);
  await pipeline.worker.processAll();
  expect(await exceptionsOf(order, 'ROAD_DEVICE_DOUBT')).toMatchObject([{ open: true, params: { hours: 1 } }]);
  expect(await exceptionsOf(stranger, 'ROAD_DEVICE_DOUBT')).toEqual([]);
  await database.execute(`update vehicle_network set decided_at = $2 where vehicle_id = $1 and doubt_at is not null`, [
    id,
    new Date(at),
  ]);
  expect(await notify()).toBe(2);
  await pipeline.worker.processAll();
  expect(await exceptionsOf(order, 'ROAD_DEVICE_DOUBT')).toMatchObject([{ open: false }]);
});

test('alarms of the device of a truck are events and exceptions of the order on board, each reported once', async () => {
  const [order, stranger] = [await buildOrder('RO00000005', mine.id), await buildOrder('RO00000006', other.id)];
  const notify = () =>
    notifyShipments({ database, clock: pipeline.clock, scheduleProcessing: pipeline.schedulePushed });
  await notify();
  const device = await connectDevice(gateway.portOf('JT808') ?? 0, terminal);
  expect(await device.signIn(plate)).toBe(0);
  const at = pipeline.clock.now();
  // Emergency button and low voltage: the shipment is not reported of the latter.
  const [, , , , ...rest] = positionBody(reading(at - MINUTE_MS, 5));
  expect(await device.say(0x0200, [0, 0, 0, 0x81, ...rest])).toBe(0);
  expect(await device.say(0x0200, [0, 0, 0, 0x81, ...rest])).toBe(0);
  await notify();
  expect(await notify()).toBe(0);
  await pipeline.worker.processAll();
  const shown = await database.query<{ content: { events: { statusCode: string; actual: Instant }[] } }>(
    'select content from shipment where subscription_id = $1 and fused',
    [order],
  );
  const alarms = shown.flatMap(({ content }) => content.events).filter(({ statusCode }) => statusCode.startsWith('VQ'));
  expect(alarms).toMatchObject([{ statusCode: 'VQE', actual: at - MINUTE_MS }]);
  expect(await exceptionsOf(order, 'ROAD_DEVICE_ALARM')).toMatchObject([
    { open: true, params: { alarmStatus: 'VQE' } },
  ]);
  expect(await exceptionsOf(stranger, 'ROAD_DEVICE_ALARM')).toEqual([]);
  device.close();
});

test('bent words on temperatures are refused and never thrown', () => {
  const about = { subject: 'bill', billNo: 'RO1', containerNo: null, carrierCode: 'HAUL', receivedAt: now } as const;
  const reference = { resolvePort: () => undefined, zoneOf: () => undefined };
  const parse = (text: string) => connectors.coldchain.parse([Buffer.from(text)], about, reference);
  expect(parse('{').refusals).toHaveLength(1);
  const late = [{ plateNo: plate, beganAt: toIsoText(now + HOUR_MS), extremeC: 'hot' }];
  expect(parse(JSON.stringify(late)).refusals.map(({ reason }) => reason)).toEqual(['future_report']);
});

import { expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { buildContent } from '#domain/testing/builders.ts';
import { connectors } from '#server/connectors/index.ts';
import type { Connector } from '#server/connectors/types.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { storeFused } from '#testing/fused-shipment.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);
const [mine, other] = [await buildTenant(database, { code: 'LANDA' }), await buildTenant(database, { code: 'LANDB' })];
const menus = [
  '/train-index',
  '/train-detail',
  '/vehicle-index',
  '/vehicle-detail',
  '/express-index',
  '/express-detail',
];
await buildUser(database, { tenantId: mine.id, userCode: 'mine', menus });
await buildUser(database, { tenantId: other.id, userCode: 'theirs', menus });
await buildUser(database, { tenantId: mine.id, userCode: 'plain', menus: ['/feedback'] });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [me, stranger, plain] = [await signedIn('mine'), await signedIn('theirs'), await signedIn('plain')];
const now = Math.floor(Date.now() / 1000) * 1000;
const iso = (hours: number): string => new Date(now + hours * HOUR_MS).toISOString().replace('.000', '');

const zones: Readonly<Record<string, string>> = {
  SZX: 'Asia/Shanghai',
  CAN: 'Asia/Shanghai',
  CNALK: 'Asia/Shanghai',
  KZDOS: 'Asia/Almaty',
};

/** Puts a source's answer about a tracked number into the store, as the pipeline would. */
async function answered(protocol: Connector['protocol'], id: number, billNo: string, answer: object): Promise<void> {
  const about = { subject: 'bill', billNo, containerNo: null, carrierCode: 'X', receivedAt: now } as const;
  const { content, refusals } = connectors[protocol].parse([Buffer.from(JSON.stringify(answer))], about, {
    resolvePort: () => undefined,
    zoneOf: (code) => zones[code],
  });
  expect(refusals).toEqual([]);
  if (content === null) throw new Error('the sample is not read');
  await storeFused(database, { tenantId: mine.id, subscriptionId: id, content, at: now });
}

const subscribe = {
  rail: 'trainSubscribe',
  road: 'vehicleSubscribe',
  courier: 'expressSubscribe',
} as const;
const lists = { rail: 'trainTrace.list', road: 'vehicleTrace.list', courier: 'expressTrace.list' } as const;
type Kind = keyof typeof lists;

const track = (client: typeof me, kind: Kind, waybills: string[]) =>
  client.call(subscribe[kind], { body: { waybills } });
const listed = async (client: typeof me, kind: Kind, body: object = {}) =>
  (await client.call(lists[kind], { body })).data;
const errorsOf = async (kind: Kind, waybills: string[]) =>
  (await track(me, kind, waybills)).data.results.map(({ error }: { error: string | null }) => error);

test('numbers of each mode are tracked; every other one is refused with its reason', async () => {
  expect(await errorsOf('courier', ['1Z999AA10123456784', '1Z999AA10123456785', '12', '1z999aa10123456784'])).toEqual([
    null,
    '校验位错误：1Z999AA10123456785',
    '无法识别快递公司：12。如知道是哪家，请在单号前写上其代码，例如 DHL',
    '与前面的号码重复',
  ]);
  expect(await errorsOf('rail', ['CSQU3054383', 'RWB000000123', 'CSQU3054384', '?'])).toEqual([
    null,
    null,
    '校验位错误：CSQU3054384',
    '应为箱号、8 位车号或运单号：?',
  ]);
  expect(await errorsOf('road', ['沪D·A5217', 'RO00000123', 'x'])).toEqual([null, null, '应为车牌号或订单号：X']);
  expect(await errorsOf('courier', ['1Z999AA10123456784'])).toEqual(['该订阅已存在']);
  const rows = await database.system
    .selectFrom('subscription')
    .select(['mode', 'carrier_code', 'bill_no', 'container_no'])
    .orderBy('id')
    .execute();
  expect(rows.map((row) => Object.values(row).join(' ').trim())).toEqual([
    'courier UPS 1Z999AA10123456784',
    'rail CRCT RWB000000123',
    'rail CRCT  CSQU3054383',
    'road HAUL RO00000123',
    'road HAUL 沪DA5217',
  ]);
  expect(
    (await database.system.selectFrom('audit_log').select('id').where('entity', '=', 'subscription').execute()).length,
  ).toBe(5);
  for (const kind of ['rail', 'road', 'courier'] as const) {
    expect((await track(plain, kind, ['RO1'])).http).toBe(403);
    expect((await plain.call(lists[kind], { body: {} })).http).toBe(403);
    expect((await listed(stranger, kind)).totalRecord).toBe(0);
  }
});

const idOf = async (billNo: string): Promise<number> =>
  (
    await database.system
      .selectFrom('subscription')
      .select('id')
      .where('bill_no', '=', billNo)
      .executeTakeFirstOrThrow()
  ).id;
const bkIdOf = async (kind: Kind, waybill: string): Promise<string> =>
  String((await listed(me, kind, { waybill: [waybill] })).records[0]?.['obmBkId']);

test('a parcel has its main state, its sub state and the code of the courier beside; without scans for 30 days it is expired', async () => {
  const number = '1Z999AA10123456784';
  const event = (hours: number, type: string, code: string, facility: string) => ({
    eventId: `${type}${code}${hours}`,
    trackingNumber: number,
    timestamp: iso(hours),
    facility,
    status: { type, code, description: 'as told' },
  });
  const answer = (shift: number) => ({
    trackingNumber: number,
    origin: 'SZX',
    destination: 'CAN',
    activities: [
      event(shift - 30, 'P', 'PU', 'SZX'),
      event(shift - 20, 'O', 'OT', 'CAN'),
      event(shift - 10, 'X', 'NH', 'CAN'),
    ],
  });
  await answered('ups', await idOf(number), number, answer(0));
  expect((await listed(me, 'courier')).records).toMatchObject([
    { waybill: number, operatorName: 'UPS 快递', mainState: 'failed', statusCode: 'XNH', rawCode: 'X/NH · as told' },
  ]);
  const { data } = await me.call('getTrace', { query: { obmBkId: await bkIdOf('courier', number) } });
  const trace = data as CallData<'getTrace'>;
  expect(trace.mode).toBe('courier');
  expect(
    trace.containers[0]?.stages.flatMap(({ milestones }) => milestones.flatMap(({ place }) => place ?? [])),
  ).toContain('X/NH · as told');
  await answered('ups', await idOf(number), number, answer(-30 * 24));
  expect((await listed(me, 'courier')).records).toMatchObject([{ mainState: 'expired' }]);
});

test('goods by rail have their train, the border ahead, and times by the clock of each railway', async () => {
  const local = (hours: number, offset: number): string => iso(hours + offset).slice(0, 16);
  const number = 'RWB000000123';
  await answered('railway', await idOf(number), number, {
    waybillNo: number,
    origin: 'CNSIA',
    destination: 'KZDOS',
    weightKg: 12_000,
    units: [{ number: 'CSQU3054383' }],
    wagons: [{ number: '94013778' }],
    sections: [
      {
        from: 'CNALK',
        to: 'KZDOS',
        trainNo: 'X8001',
        departure: { clock: 'BEIJING', planned: local(-2, 8), actual: local(-1, 8) },
        arrival: { clock: 'MOSCOW', planned: local(4, 3) },
      },
    ],
    events: [{ event: 'BORDER_IN', station: 'CNALK', clock: 'BEIJING', time: local(-20, 8) }],
  });
  const rows = (await listed(me, 'rail', { waybill: [number] })).records;
  expect(rows).toMatchObject([{ trainNo: 'X8001', border: '阿拉山口', destinationName: '多斯特克', weightKg: 12_000 }]);
  // Its container and its wagon find it too, however they are written; the weight is that of the container.
  const found = async (typed: string) =>
    (await listed(me, 'rail', { waybill: [typed] })).records.map((row: { waybill: string }) => row.waybill).toSorted();
  expect(await found('csqu 305438-3')).toEqual(['CSQU3054383', number]);
  expect(await found('94013778')).toEqual([number]);
  expect(await found('RWB000000999')).toEqual([]);
  const minute = (hours: number): number => Math.floor((now + hours * HOUR_MS) / 60_000) * 60_000;
  expect(rows[0]).toMatchObject({ atd: minute(-1), eta: minute(4) });
  const { data } = await me.call('getTrace', { query: { obmBkId: await bkIdOf('rail', number) } });
  expect((data as CallData<'getTrace'>).containers[0]?.stages.map(({ kind }) => kind)).toContain('border');
});

test('an order by road names the sites of the own tenant, its truck, and what the fences saw', async () => {
  for (const [tenantId, nameCn] of [
    [mine.id, '我的仓库'],
    [other.id, '他人的仓库'],
  ] as const)
    await database.system
      .insertInto('road_site')
      .values({
        tenant_id: tenantId,
        code: 'WARE',
        name_cn: nameCn,
        name_en: 'Warehouse',
        lon: 121.5,
        lat: 31.2,
        radius_m: 500,
        zone: 'Asia/Shanghai',
      })
      .execute();
  const number = 'RO00000123';
  await answered('fleet', await idOf(number), number, {
    orderNo: number,
    plateNo: '沪DA5217',
    stops: [
      { siteCode: 'WARE', zone: 'Asia/Shanghai', plannedDeparture: iso(-5), enteredAt: iso(-7), leftAt: iso(-4) },
      { siteCode: 'PORT', zone: 'Asia/Shanghai', plannedArrival: iso(2) },
    ],
    events: [{ type: 'OFF_ROUTE', at: iso(-2) }],
  });
  expect((await listed(me, 'road', { waybill: [number] })).records).toMatchObject([
    { plateNo: '沪DA5217', originName: '我的仓库', nextStop: 'PORT', stops: 2, stopsDone: 1, isOffRoute: 1 },
  ]);
  // The truck finds the order that it carries, and the subscription of itself.
  const ofTruck = (await listed(me, 'road', { waybill: ['沪D·A5217'] })).records;
  expect(ofTruck.map((row: { waybill: string }) => row.waybill).toSorted()).toEqual([number, '沪DA5217']);
  expect((await listed(stranger, 'road', { waybill: ['沪DA5217'] })).totalRecord).toBe(0);
  const obmBkId = await bkIdOf('road', number);
  const { data } = await me.call('getTrace', { query: { obmBkId } });
  // What happens between sites is reported on the clock of where the truck set out.
  const all = (data as CallData<'getTrace'>).containers.flatMap(({ stages }) =>
    stages.flatMap((one) => one.milestones),
  );
  expect(all.find(({ statusCode }) => statusCode === 'VOF')).toMatchObject({ zone: 'Asia/Shanghai', portCode: null });
  expect((data as CallData<'getTrace'>).places['WARE']).toMatchObject({ nameCn: '我的仓库', lon: 121.5 });
  const drive = await me.call('vehicleTraceDrive', { query: { obmBkId } });
  expect(drive.data).toMatchObject({ vehicleId: null, plateNo: '沪DA5217' });
  expect((await stranger.call('vehicleTraceDrive', { query: { obmBkId } })).status).not.toBe(1);
  expect((await stranger.call('getTrace', { query: { obmBkId } })).status).not.toBe(1);
});

test('goods by rail that are overdue are forecast by the journeys before them, as soon as these are enough', async () => {
  /** A journey from Xi'an to Hamburg that left so many days ago and took so many hours, or is under way. */
  const journey = async (index: number, days: number, hours: number | null): Promise<string> => {
    const waybill = `RWB0000007${String(index).padStart(2, '0')}`;
    await track(me, 'rail', [waybill]);
    const atd = now - days * DAY_MS;
    const booking = { billNo: waybill, portOfLoading: 'XAN', portOfDischarge: 'HAM', atd };
    const content = buildContent({
      mode: 'rail',
      booking: { ...booking, eta: atd + 300 * HOUR_MS, ata: hours === null ? null : atd + hours * HOUR_MS },
    });
    await storeFused(database, { tenantId: mine.id, subscriptionId: await idOf(waybill), content, at: now });
    return waybill;
  };
  const forecast = async (waybill: string, client = me) => {
    const obmBkId = await bkIdOf('rail', waybill);
    const { data } = await client.call('getTrace', { query: { obmBkId } });
    return (data as CallData<'getTrace'>).forecast;
  };
  const late = await journey(0, 13, null);
  for (let index = 1; index <= 19; index += 1) await journey(index, 40 + index, 320 + index);
  expect(await forecast(late)).toBeNull();
  await journey(20, 30, 360);
  const atd = now - 13 * DAY_MS;
  expect(await forecast(late)).toEqual({
    value: atd + 330.5 * HOUR_MS,
    low: Math.round(atd + 322.9 * HOUR_MS),
    high: Math.round(atd + 338.1 * HOUR_MS),
    journeys: 20,
  });
  // One that is expected by a source needs none.
  expect(await forecast(await journey(21, 2, null))).toBeNull();
});

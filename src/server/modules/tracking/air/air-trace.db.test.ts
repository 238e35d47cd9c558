import { expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { connectors } from '#server/connectors/index.ts';
import { foldTraceTotals } from '#server/modules/tracking/trace-index/fold-totals.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { storeFused } from '#testing/fused-shipment.ts';
import { sampleFsu, sampleWaybill } from '#testing/air-samples.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);
const [mine, other] = [
  await buildTenant(database, { code: 'AIRA', name: '甲方' }),
  await buildTenant(database, { code: 'AIRB' }),
];
const menus = ['/air-trace-index', '/air-trace-detail', '/trace-index', '/exception-subscribe'];
await buildUser(database, { tenantId: mine.id, userCode: 'mine', menus });
await buildUser(database, { tenantId: other.id, userCode: 'theirs', menus });
await buildUser(database, { tenantId: mine.id, userCode: 'plain', menus: ['/feedback'] });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [me, stranger, plain] = [await signedIn('mine'), await signedIn('theirs'), await signedIn('plain')];

const track = (client: typeof me, waybills: string[]) => client.call('airSubscribe', { body: { waybills } });
const listed = async (client: typeof me, body: object = {}) => (await client.call('airTrace.list', { body })).data;

test('waybills are tracked by the airline of their prefix; every other one is refused with its reason', async () => {
  const { data } = await track(me, ['78412345675', '784-12345674', '1234', '000-00000011', sampleWaybill]);
  expect(data).toMatchObject({
    created: 1,
    results: [
      { waybill: sampleWaybill, error: null },
      { waybill: '784-12345674', error: '空运单号校验位错误：784-12345674' },
      { error: '空运单号应为 3 位前缀加 8 位数字' },
      { error: '没有航空公司使用该运单前缀：000-00000011' },
      { error: '与前面的运单号重复' },
    ],
  });
  expect((await track(me, [sampleWaybill])).data.results[0]?.error).toBe('该订阅已存在');
  const rows = await database.system.selectFrom('subscription').select(['mode', 'carrier_code', 'tenant_id']).execute();
  expect(rows).toEqual([{ mode: 'air', carrier_code: 'CZ', tenant_id: mine.id }]);
  const audited = await database.system
    .selectFrom('audit_log')
    .select('action')
    .where('entity', '=', 'subscription')
    .execute();
  expect(audited).toEqual([{ action: 'subscribe' }]);
  expect((await track(me, [])).status).not.toBe(1);
  expect(
    (
      await track(
        me,
        Array.from({ length: 11 }, () => sampleWaybill),
      )
    ).msg,
  ).toBe('一次最多订阅10条');
  expect((await track(plain, [sampleWaybill])).http).toBe(403);
});

test('the list shows pieces, flights and the split, of the own tenant and by air only', async () => {
  const { id } = await database.system.selectFrom('subscription').select('id').executeTakeFirstOrThrow();
  const zones: Readonly<Record<string, string>> = { PVG: 'Asia/Shanghai', FRA: 'Europe/Berlin' };
  const about = {
    subject: 'bill',
    billNo: sampleWaybill,
    containerNo: null,
    carrierCode: 'CZ',
    receivedAt: Date.UTC(2026, 2, 11),
  } as const;
  const reference = { resolvePort: () => undefined, zoneOf: (code: string) => zones[code] };
  const { content } = connectors.cargoimp.parse(
    sampleFsu.map((text) => Buffer.from(text)),
    about,
    reference,
  );
  if (content === null) throw new Error('the sample is not read');
  await storeFused(database, { tenantId: mine.id, subscriptionId: id, content, at: about.receivedAt });
  await buildSubscription(database, { tenantId: mine.id, billNo: 'MERI000000001' });
  expect(await listed(me)).toMatchObject({
    totalRecord: 1,
    records: [
      {
        waybill: sampleWaybill,
        airlineName: '中国南方航空',
        origin: 'PVG',
        destination: 'FRA',
        flight: 'CZ461',
        pieces: 10,
        weightKg: 1000,
        flights: 2,
        isSplit: 1,
        state: 'arrived',
      },
    ],
  });
  expect((await listed(me, { waybill: ['784 1234 5675'] })).totalRecord).toBe(1);
  expect((await listed(me, { waybill: ['784-00000000'] })).totalRecord).toBe(0);
  expect((await listed(stranger)).totalRecord).toBe(0);
  expect((await plain.call('airTrace.list', { body: {} })).http).toBe(403);
  const sea = (await me.call('traceIndex.list', { body: {} })).data;
  expect(sea.records.map((row: { referenceNo: string }) => row.referenceNo)).toEqual(['MERI000000001']);
  for (let round = 0; round < 2; round += 1) {
    expect([
      (await listed(me, { tab: 'arrived' })).totalRecord,
      (await listed(me, { tab: 'transit' })).totalRecord,
    ]).toEqual([1, 0]);
    expect((await me.call('traceIndex.list', { body: { tab: 'transit' } })).data.totalRecord).toBe(1);
    await foldTraceTotals(database);
  }
});

test('the trace says what carries each part, and draws the way of the flights', async () => {
  const { records } = await listed(me);
  const obmBkId = String(records[0]?.['obmBkId']);
  const { data } = await me.call('getTrace', { query: { obmBkId } });
  expect(data.mode).toBe('air');
  const units = (data as CallData<'getTrace'>).containers;
  expect(units.map((unit) => [unit.containerNo, unit.quantity, unit.carriage?.receivedQuantity])).toEqual([
    [sampleWaybill, 10, null],
    ['CZ461/09MAR/PVG', 6, 6],
    ['CZ463/10MAR/PVG', 4, 3],
  ]);
  expect(units[0]?.stages.map(({ kind }) => kind)).toEqual(['origin', 'main', 'destination', 'delivery']);
  expect(data.places['PVG']).toMatchObject({ zone: 'Asia/Shanghai' });
  expect(data.track[0]?.distanceNm).toBeGreaterThan(4_500);
  expect((await stranger.call('getTrace', { query: { obmBkId } })).status).not.toBe(1);
});

test('a link to the trace shows it as one by air, with the airline and what carries each part', async () => {
  const { records } = await listed(me);
  const obmBkId = String(records[0]?.['obmBkId']);
  const link = await me.call('traceShareInsert', { body: { obmBkId } });
  const { data } = await me.call('sharedTrace', { body: { token: String(link.data.token) } });
  expect(data).toMatchObject({ mode: 'air', blNo: sampleWaybill, carrierNameCn: '中国南方航空' });
  expect(
    (data as CallData<'sharedTrace'>).containers.map((unit) => [unit.quantity, unit.carriage?.vesselName ?? null]),
  ).toEqual([
    [10, null],
    [6, 'CZ461'],
    [4, 'CZ463'],
  ]);
});

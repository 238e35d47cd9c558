import { expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { at, buildContainer, buildEvent, buildLeg, buildRecord } from '#domain/testing/builders.ts';
import { storeFused } from '#testing/fused-shipment.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);
const [mine, other] = [await buildTenant(database, { code: 'DOMA' }), await buildTenant(database, { code: 'DOMB' })];
const menus = ['/domestic-trace-index', '/domestic-trace-detail', '/trace-index'];
await buildUser(database, { tenantId: mine.id, userCode: 'mine', menus });
await buildUser(database, { tenantId: other.id, userCode: 'theirs', menus });
await buildUser(database, { tenantId: mine.id, userCode: 'plain', menus: ['/feedback'] });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [me, stranger, plain] = [await signedIn('mine'), await signedIn('theirs'), await signedIn('plain')];

const source = (code: string, mode: 'sea' | 'domestic') => ({
  code: `dcsa:${code}`,
  protocol: 'dcsa',
  source_type: 'CARRIER',
  channel: 'SHIPPING_TRACKING',
  carrier_code: code,
  mode,
  name_cn: code,
  name_en: code,
  base_url: 'http://127.0.0.1:1',
  credential: null,
  push_secret: null,
  push_enabled: false,
  pull_interval_s: 900,
});
await database.system
  .insertInto('source')
  .values([source('SANJ', 'domestic'), source('MERI', 'sea')])
  .execute();

const listed = async (client: typeof me, body: object = {}) => (await client.call('domesticTrace.list', { body })).data;

test('what is subscribed with a domestic carrier is tracked as domestic, and requested from its domestic source', async () => {
  const { data } = await me.call('batchSubscribe', {
    body: {
      rows: [
        { isBillNo: '1', blNo: 'SANJ000000001', carrierCode: 'SANJ' },
        { isBillNo: '1', blNo: 'MERI000000001', carrierCode: 'MERI' },
      ],
    },
  });
  expect(data).toMatchObject({ created: 2, failed: 0 });
  const rows = await database.system
    .selectFrom('subscription as s')
    .innerJoin('subscription_source as ss', 'ss.subscription_id', 's.id')
    .innerJoin('source as o', 'o.id', 'ss.source_id')
    .select(['s.bill_no', 's.mode', 'o.code'])
    .orderBy('s.bill_no', 'desc')
    .execute();
  expect(rows).toEqual([
    { bill_no: 'SANJ000000001', mode: 'domestic', code: 'dcsa:SANJ' },
    { bill_no: 'MERI000000001', mode: 'sea', code: 'dcsa:MERI' },
  ]);
});

test('the list has what the own tenants follow by domestic sea and nothing else', async () => {
  expect((await listed(me)).records).toMatchObject([{ referenceNo: 'SANJ000000001', carrierCode: 'SANJ' }]);
  expect((await listed(me, { billNo: ['SANJ000000001'] })).totalRecord).toBe(1);
  expect((await listed(me, { billNo: ['MERI000000001'] })).totalRecord).toBe(0);
  expect((await listed(me)).tabs).toMatchObject({ all: 1, transit: 1, arrived: 0 });
  expect((await listed(stranger)).totalRecord).toBe(0);
  expect((await plain.call('domesticTrace.list', { body: {} })).http).toBe(403);
  const sea = (await me.call('traceIndex.list', { body: {} })).data;
  expect(sea.records.map((row: { referenceNo: string }) => row.referenceNo)).toEqual(['MERI000000001']);
});

test('the trace has domestic milestones: to the door, without customs', async () => {
  const { id } = await database.system
    .selectFrom('subscription')
    .select('id')
    .where('mode', '=', 'domestic')
    .executeTakeFirstOrThrow();
  const { content } = buildRecord('carrier', {
    mode: 'domestic',
    booking: { billNo: 'SANJ000000001', portOfLoading: 'CNNSA', portOfDischarge: 'CNTAG', atd: at(0) },
    legs: [buildLeg(1, 'CNNSA', 'CNTAG', { vesselName: 'SANJIANG DELTA', voyage: '101N', atd: at(0) })],
    containers: [buildContainer('SJGU0000013')],
    events: [buildEvent(null, 'DLPT', 'CNNSA', { actual: at(0) })],
  }) as { content: ShipmentContent };
  await storeFused(database, { tenantId: mine.id, subscriptionId: id, content, at: at(0) });
  const { records } = await listed(me);
  expect(records).toMatchObject([{ polCode: 'CNNSA', polName: '南沙', podCode: 'CNTAG', statusCode: 'DLPT' }]);
  const obmBkId = String(records[0]?.['obmBkId']);
  const { data } = await me.call('getTrace', { query: { obmBkId } });
  expect(data.mode).toBe('domestic');
  const [container] = (data as CallData<'getTrace'>).containers;
  expect(container?.stages.map(({ kind }) => kind)).toEqual(['origin', 'sea', 'destination', 'delivery']);
  expect(container?.stages.at(-1)?.milestones.map(({ statusCode }) => statusCode)).toEqual(['STCS', 'STRP', 'RCVE']);
  expect((await stranger.call('getTrace', { query: { obmBkId } })).status).not.toBe(1);
});

test('who has the domestic list only can add more than ten at once', async () => {
  await buildUser(database, { tenantId: mine.id, userCode: 'coastal', menus: ['/domestic-trace-index'] });
  const coastal = await signedIn('coastal');
  const rows = Array.from({ length: 11 }, (_, index) => ({
    isBillNo: '1',
    blNo: `SANJ1000000${String(index).padStart(2, '0')}`,
    carrierCode: 'SANJ',
  }));
  expect((await coastal.call('batchSubscribe', { body: { rows } })).msg).toMatch(/10/);
  const { status, data } = await coastal.call('importSubscriptions', { body: { rows } });
  expect(status).toBe(1);
  expect(data).toMatchObject({ created: 11, failed: 0 });
});

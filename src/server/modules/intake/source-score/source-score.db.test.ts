import { expect, test } from 'vitest';
import { buildContent } from '#domain/testing/builders.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { storeFused } from '#testing/fused-shipment.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { buildSubscription } from '#testing/factories.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';

const database = await testDatabase();
const [mine, other] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: mine.id, userCode: 'keeper', menus: ['/source-scores', '/fusion-precedence'] });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus: ['/source-scores'] });
await buildUser(database, { tenantId: mine.id, userCode: 'plain', menus: ['/trace-index'] });
await seedMasterData(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const truth = Date.UTC(2026, 2, 10);

const source = (code: string, type: string) => ({
  code,
  protocol: 'dcsa' as const,
  source_type: type,
  channel: 'SHIPPING_TRACKING',
  mode: 'sea' as const,
  name_cn: code,
  name_en: code,
  base_url: 'http://127.0.0.1:1',
  pull_interval_s: 900,
});
await database.system
  .insertInto('source')
  .values([source('dcsa:MERI', 'CARRIER'), source('ft', 'FT')])
  .execute();

/** A shipment that arrived; the carrier reported it a day late and nine hours off, the aggregator at once and right. */
async function arrived(billNo: string, carrierCode = 'MERI', createdAt = truth - 30 * DAY_MS): Promise<void> {
  const subscribedAt = Math.min(createdAt, truth - 30 * DAY_MS);
  const subscription = await buildSubscription(database, {
    tenantId: mine.id,
    billNo,
    carrierCode,
    subscribedAt,
    createdAt,
  });
  const content = buildContent({ booking: { billNo, carrierCode, ata: truth } });
  const shipmentId = await storeFused(database, {
    tenantId: mine.id,
    subscriptionId: subscription.id,
    content,
    at: truth,
  });
  const [ft, carrier] = [
    ['1', 'FT', 'ft', truth],
    ['2', 'CARRIER', 'dcsa:MERI', truth],
  ];
  await database.execute(
    `insert into shipment_change (tenant_id, shipment_id, known_at, changes, corrected)
     values ($1, $2, $3, $4::jsonb, false)`,
    [mine.id, shipmentId, new Date(truth + HOUR_MS), JSON.stringify({ 'booking.ata': [truth, 'ft'] })],
  );
  await database.execute(
    `insert into shipment_said (tenant_id, shipment_id, known_at, said) values ($1, $2, $3, $4::json)`,
    [
      mine.id,
      shipmentId,
      new Date(truth + 24 * HOUR_MS),
      JSON.stringify({ speakers: [ft, carrier], items: { booking: { ata: [2, 0, truth, 1, truth + 9 * HOUR_MS] } } }),
    ],
  );
}

test('sources are scored by what proved true, for the own tenants, with advice for their order', async () => {
  for (let index = 0; index < 10; index += 1) await arrived(`MERI00000000${index}`);
  const keeper = await signedIn('keeper');
  const { data, msg } = await keeper.call('sourceScoreQuery', { body: {} });
  expect(msg).toBe('');
  expect(data).toMatchObject({ examined: 10, arrived: 10 });
  expect(data.scores).toEqual([
    expect.objectContaining({
      sourceCode: 'ft',
      carrierCode: 'MERI',
      firstHours: 1,
      errorHours: 0,
      rightShare: 1,
      words: 1,
    }),
    expect.objectContaining({ sourceCode: 'dcsa:MERI', firstHours: 24, errorHours: 9, rightShare: 0, shipments: 10 }),
  ]);
  expect(data.advice).toEqual([
    {
      attribute: 'booking.ata',
      order: ['EXPERT', 'TERMINAL', 'AIS', 'CARRIER', 'EDI', 'RPA', 'FT', 'CUSTOMS'],
      advised: ['EXPERT', 'TERMINAL', 'AIS', 'FT', 'EDI', 'RPA', 'CARRIER', 'CUSTOMS'],
    },
  ]);
  const orders = { 'booking.ata': data.advice[0]?.advised ?? [] };
  expect((await keeper.call('precedencePreview', { body: { orders } })).status).toBe(1);
  expect((await keeper.call('sourceScoreQuery', { body: { carrierCode: 'HALC' } })).data).toMatchObject({
    examined: 0,
  });
  const stranger = await signedIn('stranger');
  expect((await stranger.call('sourceScoreQuery', { body: {} })).data).toMatchObject({ arrived: 0, scores: [] });
  expect((await (await signedIn('plain')).call('sourceScoreQuery', { body: {} })).http).toBe(403);
});

test('what arrived before it was tracked is not scored, also with an older date of subscription, and airlines are called by their names', async () => {
  await arrived('784-00000001', 'CZ');
  await arrived('784-00000002', 'CZ', truth + DAY_MS);
  const keeper = await signedIn('keeper');
  const { data } = await keeper.call('sourceScoreQuery', { body: { carrierCode: 'CZ' } });
  expect(data).toMatchObject({ examined: 1, arrived: 1 });
  expect(data.carriers).toContainEqual({
    carrierCode: 'CZ',
    nameCn: '中国南方航空',
    nameEn: 'China Southern Airlines',
  });
  expect(data.carriers).toContainEqual({ carrierCode: 'MERI', nameCn: expect.any(String), nameEn: expect.any(String) });
});

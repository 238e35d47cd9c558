import { httpModule } from '#server/module/index.ts';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import { stopServers } from '#server/connectors/local-servers.ts';
import { shipment } from '#server/connectors/trackers/shipsgo-builders.ts';
import { type Asked, platform } from '#server/connectors/trackers/strict-platform.ts';
import { bill } from '#server/connectors/trackers/trackingeyes-builders.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { attachingSubscriptions } from './attach-subscriptions.ts';
import { source } from './index.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const start = Date.UTC(2026, 2, 1);
const pipeline = await startPipeline(database, { start });
// The servers of these tests are on this machine, which the product itself would refuse.
const tested = httpModule(source, { keys: pipeline.keys, reference: pipeline.reference.current, allowed: undefined });
const product = await testProductModules(database, { keys: pipeline.keys });
const { signedIn } = await testApp(database, {
  modules: [...product.filter(({ name }) => name !== tested.name), tested],
});
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
afterEach(stopServers);

const creations = (asked: readonly Asked[]): number => asked.filter(({ method }) => method === 'POST').length;

/** ShipsGo, where each new shipment costs a credit; the first answer after it was created is lost. */
async function shipsGo() {
  let created = false;
  let lost = false;
  return platform(({ method, path }) => {
    if (method === 'POST') {
      const isNew = !created;
      created = true;
      return [isNew ? 200 : 409, { shipment: { id: 4711 } }];
    }
    if (path !== '/ocean/shipments/4711') return [200, { shipments: created ? [{ id: 4711 }] : [] }];
    if (lost) return [200, { message: 'SUCCESS', shipment: shipment() }];
    lost = true;
    return [503, {}];
  });
}

test('a reference is registered once at the counterpart, whatever fails afterwards, and never by a test of the source', async () => {
  const { base, asked } = await shipsGo();
  const body = { profile: 'shipsgo', baseUrl: base, values: { userToken: 'token-4711' }, reference: exampleBill };
  const tried = await boss.call('sourceTest', { body });
  expect(tried.data.steps.at(-1)).toMatchObject({ state: 'warned', text: expect.stringContaining('尚未登记') });
  expect(creations(asked)).toBe(0);

  const subscription = await buildSubscription(database, {
    tenantId: tenant.id,
    billNo: exampleBill,
    carrierCode: 'MERI',
  });
  const { data: row } = await boss.call('source.insert', {
    body: { sourceCode: 'sg', nameCn: 'ShipsGo', nameEn: 'ShipsGo', profile: 'shipsgo', baseUrl: base },
  });
  expect(row).toMatchObject({ protocol: 'shipsgo' });
  await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, values: body.values } });
  const attach = attachingSubscriptions({ database, clock: pipeline.clock, schedulePulls: pipeline.schedulePulls });
  for (const { run } of attach.chores ?? []) await run();
  await pipeline.at(start);
  const state = () =>
    database.query<{ object_id: string; has_data: boolean }>(
      `select ss.object_id, s.has_data from subscription s join subscription_source ss on ss.subscription_id = s.id where s.id = $1`,
      [subscription.id],
    );
  expect(await state()).toEqual([{ object_id: '4711', has_data: false }]);
  await pipeline.at(start + 86_400_000);
  expect([creations(asked), await state()]).toEqual([1, [{ object_id: '4711', has_data: true }]]);
  const again = await boss.call('sourceTest', { body });
  expect([again.data.shipment?.billNo, creations(asked)]).toEqual([exampleBill, 1]);
  expect(again.text).not.toContain('token-4711');
});

test('a token that is a parameter of the address is no more shown by a test than the secret that brought it', async () => {
  const { base } = await platform(({ path, query }) =>
    path === '/api/auth/authorization'
      ? [200, { code: 200, result: 'token-of-today-1234' }]
      : [200, query.get('token') === 'token-of-today-1234' ? { code: 200, result: bill } : { code: 401 }],
  );
  const values = { companyCode: '100777', secret: 'secret-4711' };
  const { data, text } = await boss.call('sourceTest', {
    body: { profile: 'trackingeyes', baseUrl: base, tokenUrl: `${base}/api/auth/authorization`, values },
  });
  expect(data).toMatchObject({ ok: true, exchanges: [{ status: 200 }, { status: 200 }] });
  expect(data.exchanges[1].url).toContain('token=••••••');
  for (const secret of ['token-of-today-1234', 'secret-4711']) expect(text).not.toContain(secret);
});

test('a source is asked for carriers by their codes here, and asks by the letters that bills begin with', async () => {
  await database.execute(
    `insert into md_carrier (code, scac, name_en, search_text) values ('MRD', 'MRDU', 'Meridian Line', 'mrd meridian line')`,
  );
  await pipeline.reference.refresh();
  const { base, asked } = await platform(() => [200, []]);
  const { data: row } = await boss.call('source.insert', {
    body: {
      sourceCode: 'letters',
      nameCn: '代码',
      nameEn: 'Letters',
      profile: 'cma-cgm',
      baseUrl: base,
      carrierCodes: 'mrdu, xxxx',
    },
  });
  expect(row).toMatchObject({ carrierCodes: 'MRD,XXXX' });
  await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, values: { apiKey: 'key-4711' } } });
  await database.execute(`update source set carrier_codes = 'MRDU,XXXX', carrier_code = 'MRDU' where id = $1`, [
    row.sourceId,
  ]);
  await database.execute(readFileSync('migrations/0465_carriers_of_sources.sql', 'utf8'));
  await buildSubscription(database, { tenantId: tenant.id, billNo: 'MRDU123456789', carrierCode: 'MRD' });
  const attach = attachingSubscriptions({ database, clock: pipeline.clock, schedulePulls: pipeline.schedulePulls });
  for (const { run } of attach.chores ?? []) await run();
  await pipeline.at(start + 2 * 86_400_000);
  expect(asked[0]?.query.get('transportDocumentReference')).toBe('123456789');
});

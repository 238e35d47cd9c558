import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { bodyOf, directVoyage, exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import { listen, stopServers } from '#server/connectors/local-servers.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { attachingSubscriptions } from './attach-subscriptions.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const start = Date.UTC(2026, 2, 1);
const pipeline = await startPipeline(database, { start });
const { signedIn } = await testApp(database, { modules: await testProductModules(database, { keys: pipeline.keys }) });
const [mine, theirs] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: mine.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: mine.id, userCode: 'clerk', menus: ['/sources'] });
const boss = await signedIn('boss');
const clerk = await signedIn('clerk');
afterEach(stopServers);

const attach = attachingSubscriptions({
  database,
  clock: pipeline.clock,
  schedulePulls: pipeline.schedulePulls,
});

/** A carrier that shows its shipments to whoever has the key. */
const carrier = (key: string) =>
  listen(
    createServer((request, response) => {
      if (request.headers['keyid'] === key) response.end(Buffer.from(bodyOf(directVoyage().slice(0, 10))));
      else response.writeHead(401).end('{}');
    }),
  );

const addSource = async (code: string, baseUrl: string, more: object = {}) => {
  const { data, status, msg } = await boss.call('source.insert', {
    body: {
      sourceCode: code,
      nameCn: code,
      nameEn: code,
      profile: 'cma-cgm',
      baseUrl,
      carrierCodes: 'cmdu, annu',
      ...more,
    },
  });
  expect([status, msg]).toEqual([1, '新增数据源成功']);
  return data;
};

test('a source with keys brings what was subscribed before it', async () => {
  const subscription = await buildSubscription(database, {
    tenantId: mine.id,
    billNo: exampleBill,
    carrierCode: 'ANNU',
  });
  const row = await addSource('cma', await carrier('right'));
  expect(row).toMatchObject({ carrierCodes: 'CMDU,ANNU', protocol: 'dcsa', enabled: 1, pushSecret: false });
  const saved = await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, values: { apiKey: ' right\n' } } });
  expect([saved.status, saved.msg]).toEqual([1, '凭据已保存']);
  for (const { run } of attach.chores ?? []) await run();
  await pipeline.at(start);
  const [found] = await database.query<{ has_data: boolean; asked_with: string }>(
    `select s.has_data, ss.asked_with from subscription s join subscription_source ss on ss.subscription_id = s.id where s.id = $1`,
    [subscription.id],
  );
  expect(found).toEqual({ has_data: true, asked_with: 'platform' });
  const { data } = await boss.call('sourceKeyQuery', { query: { sourceId: row.sourceId } });
  expect(data).toEqual([
    expect.objectContaining({
      tenantId: null,
      fields: ['apiKey'],
      lastSuccessTime: start,
      lastError: null,
      subscriptions: 1,
    }),
  ]);
});

test('no key is in an answer, the audit, the history or an export', async () => {
  const secret = 'never-to-be-seen-4711';
  const row = await addSource('secrets', await carrier(secret));
  await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, values: { apiKey: secret } } });
  await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, tenantId: mine.id, values: { apiKey: secret } } });
  const texts = await Promise.all([
    boss.call('sourceKeyQuery', { query: { sourceId: row.sourceId } }),
    boss.call('source.query', { body: {} }),
    boss.call('source.history', { query: { sourceId: row.sourceId } }),
    boss.call('asset.query', { body: {} }),
    boss.call('tenantAsset.query', { body: {} }),
  ]);
  for (const { text, status } of texts) {
    expect(status).toBe(1);
    expect(text).not.toContain(secret);
  }
  const tables = ['source', 'asset', 'tenant_asset', 'audit_log', 'source_token'];
  const all = await Promise.all(tables.map((table) => database.query(`select * from ${table}`)));
  expect(JSON.stringify(all)).not.toContain(secret);
});

test('a tenant enters keys of its own only, and changes no source of the platform', async () => {
  const row = await addSource('tenants', await carrier('x'));
  const own = await clerk.call('sourceKeySave', {
    body: { sourceId: row.sourceId, tenantId: mine.id, values: { apiKey: 'mine' } },
  });
  expect(own.status).toBe(1);
  for (const tenantId of [theirs.id, null])
    expect(
      (await clerk.call('sourceKeySave', { body: { sourceId: row.sourceId, tenantId, values: { apiKey: 'x' } } }))
        .status,
    ).toBe(0);
  await boss.call('sourceKeySave', {
    body: { sourceId: row.sourceId, tenantId: theirs.id, values: { apiKey: 'theirs' } },
  });
  const { data } = await clerk.call('sourceKeyQuery', { query: { sourceId: row.sourceId } });
  expect(data.map(({ tenantId }: { tenantId: string }) => tenantId)).toEqual([String(mine.id)]);
  const { data: seen } = await clerk.call('source.get', { query: { sourceId: row.sourceId } });
  const changed = await clerk.call('source.update', { body: { ...seen, nameEn: 'Mine now' } });
  expect([changed.status, changed.msg]).toEqual([0, expect.stringContaining('平台')]);
  const owned = await addSource('owned', await carrier('x'), { forTenantId: theirs.id });
  expect((await clerk.call('sourceKeyQuery', { query: { sourceId: owned.sourceId } })).status).toBe(0);
});

test.each([
  [{}, '请填写API 密钥'],
  [{ apiKey: 'two\nlines' }, '换行'],
  [{ apiKey: 'x', other: 'y' }, '没有字段“other”'],
])('keys %o are refused in words', async (values, said) => {
  const row = await addSource(`bad-${said.length}-${Object.keys(values).length}`, 'http://127.0.0.1:1');
  const { status, msg } = await boss.call('sourceKeySave', { body: { sourceId: row.sourceId, values } });
  expect([status, msg]).toEqual([0, expect.stringContaining(said)]);
});

test('a source that is asked is switched off instead of deleted; one that never was may go', async () => {
  const row = await addSource('unused', 'http://127.0.0.1:1', { carrierCodes: 'ZZZZ' });
  expect((await boss.call('source.delete', { body: row })).status).toBe(1);
});

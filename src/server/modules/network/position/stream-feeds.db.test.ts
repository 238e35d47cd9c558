import { httpModule } from '#server/module/index.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { source } from '#server/modules/intake/source/index.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { startAisStream, streamPosition } from '#testing/aisstream-server.ts';
import { silentLog as log } from '#testing/database-templates.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { startReceiving } from './start-receiving.ts';
import { soon } from '#testing/soon.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const start = Date.UTC(2026, 5, 10, 8);
const pipeline = await startPipeline(database, { start });
// The server of this test is on this machine, which the product itself would refuse.
const tested = httpModule(source, { keys: pipeline.keys, reference: pipeline.reference.current, allowed: undefined });
const product = await testProductModules(database, { keys: pipeline.keys });
const modules = [...product.filter(({ name }) => name !== tested.name), tested];
const { signedIn } = await testApp(database, { modules });
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const key = 'key-of-the-platform';
const server = await startAisStream({ key });
afterAll(() => server.stop());

const rowOf = async () => {
  const [row] = await database.query<{
    asked: boolean;
    source_type: string;
    failures: number;
    last_error: string | null;
  }>(`select asked, source_type, consecutive_failures as failures, last_error from source where code = 'stream'`);
  return row;
};
const track = async (mmsi: number): Promise<void> => {
  const { id } = await buildSubscription(database, { tenantId: tenant.id });
  await database.execute(
    `insert into voyage_watch (subscription_id, sequence, tenant_id, mmsi, vessel_name, from_port, to_port, leg, state)
     values ($1, 1, $2, $3, 'NORDIC TERN', 'CNSHA', 'SGSIN', '{}', 'waiting')`,
    [id, tenant.id, mmsi],
  );
};

test('a key on the page Sources is tried, connects AISStream for what is tracked, and is distinguished when it is refused', async () => {
  const body = { sourceCode: 'stream', nameCn: '船位', nameEn: 'Positions', profile: 'aisstream', baseUrl: server.url };
  const ofTenant = await boss.call('source.insert', { body: { ...body, forTenantId: String(tenant.id) } });
  expect([ofTenant.status, JSON.stringify(ofTenant)]).toEqual([0, expect.stringContaining('请将所属租户留空')]);
  const { data: row } = await boss.call('source.insert', { body });
  const { sourceId } = row;
  expect(await rowOf()).toMatchObject({ asked: false, source_type: 'AIS' });

  const tryKey = (apiKey: string) => boss.call('sourceTest', { body: { sourceId, values: { apiKey } } });
  const wrong = await tryKey('wrong-key-of-somebody');
  expect(wrong.data.steps.at(-1)).toMatchObject({ step: 'ask', state: 'failed' });
  expect(JSON.stringify(wrong)).not.toContain('wrong-key-of-somebody');
  const right = tryKey(key);
  await vi.waitFor(() => expect(server.subscriptions).toHaveLength(1), soon);
  server.send(streamPosition(244_660_123, 121.5, 31.2, '2026-06-10 07:59:02.3 +0000 UTC'));
  expect((await right).data).toMatchObject({ ok: true });

  const owned = { sourceId, tenantId: String(tenant.id), values: { apiKey: key } };
  expect((await boss.call('sourceKeySave', { body: owned })).msg).toBe('船舶位置供所有租户使用，请填写平台凭据');
  await boss.call('sourceKeySave', { body: { sourceId, values: { apiKey: 'wrong-key-of-somebody' } } });
  await track(244_660_123);
  const receiving = startReceiving({
    database,
    clock: pipeline.clock,
    log,
    reference: pipeline.reference.current,
    feeds: [],
    keys: pipeline.keys,
    leaseEveryMs: 20,
    backOff: { firstMs: 5, maxMs: 20 },
  });
  await vi.waitFor(
    async () => expect(await rowOf()).toMatchObject({ last_error: 'unauthorized: Api Key Is Not Valid' }),
    soon,
  );
  await boss.call('sourceKeySave', { body: { sourceId, values: { apiKey: key } } });
  await vi.waitFor(() => expect(server.subscriptions).toHaveLength(2), soon);
  expect(server.subscriptions[1]?.FiltersShipMMSI).toEqual(['244660123']);
  server.send(streamPosition(244_660_123, 121.5, 31.2, '2026-06-10 07:59:02.3 +0000 UTC'));
  await vi.waitFor(async () => {
    const vessels = await database.query('select mmsi, lon, lat, fix_feed from ais_vessel');
    expect(vessels).toEqual([
      { mmsi: 244_660_123, lon: 121.5, lat: expect.closeTo(31.2, 4), fix_feed: 'aisstream://stream' },
    ]);
  }, soon);
  await vi.waitFor(async () => expect(await rowOf()).toMatchObject({ failures: 0 }), soon);
  const { data: feeds } = await boss.call('aisFeeds');
  expect(feeds).toMatchObject([{ code: 'aisstream://stream', state: 'open', counts: { messages: 1 } }]);
  expect(JSON.stringify(feeds)).not.toContain(key);
  await boss.call('source.delete', { body: { sourceId, recordVersion: row.recordVersion } });
  await vi.waitFor(() => expect(receiving.feeds()).toEqual([]), soon);
  await receiving.stop();
});

import { expect, test } from 'vitest';
import { seal } from '#server/platform/crypto/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 2, 1) });
const [mine, theirs] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: mine.id, userCode: 'map-mine', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'map-theirs', menus: menuCodes });
await buildUser(database, { tenantId: mine.id, userCode: 'map-all', menus: menuCodes, allTenants: true });
const { anonymous, signedIn } = await productApp(database, pipeline);
const [own, other, platform] = [await signedIn('map-mine'), await signedIn('map-theirs'), await signedIn('map-all')];
const mapOf = async (who: typeof own, reference?: string) =>
  (await who.call('sourceMap', { query: reference === undefined ? {} : { reference } })).data as {
    url: string | null;
    missing: string | null;
  };
const sealed = (values: object): string => seal(JSON.stringify(values), pipeline.keys);

test('the map is opened with what is requested and the keys of the tenant; what is missing is named', async () => {
  await buildSubscription(database, { tenantId: mine.id, billNo: 'MAPB0000001', carrierCode: 'HLC' });
  expect(await mapOf(own)).toEqual({ url: null, missing: 'source' });
  const asset = await database.system
    .insertInto('asset')
    .values({ asset_type: 'SOURCE:ft-map', asset_desc: 'keys', value_type: 'CREDENTIAL' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.system
    .insertInto('source')
    .values({
      code: 'ft-map',
      protocol: 'ft',
      profile: 'freightower',
      name_cn: '飞驼',
      name_en: 'FT',
      asset_id: asset.id,
    })
    .execute();
  expect(await mapOf(own, 'MAPB0000001')).toEqual({ url: null, missing: 'key' });
  const setKeys = (tenantId: number, values: object) =>
    database.system
      .insertInto('tenant_asset')
      .values({ tenant_id: tenantId, asset_id: asset.id, asset_value: sealed(values) })
      .execute();
  await setKeys(mine.id, { clientId: 'c7', secret: 'never shown', mapKey: 'key&of mine' });
  expect(await mapOf(own)).toEqual({ url: null, missing: null });
  const { url } = await mapOf(own, ' mapb0000001 ');
  expect(url).toBe(
    'https://i.saas.freightower.com/#/ocean/detail?key=key%26of+mine&clientId=c7&billNo=MAPB0000001&carrierCode=HPL&showInfo=1&lang=zh',
  );
  expect(await mapOf(own, 'MAPB0000009')).toEqual({ url: null, missing: 'subscription' });
  // The platform's key would show every shipment of its account: only people of the platform are given it.
  const ofPlatform = sealed({ clientId: 'c0', secret: 's', mapKey: 'key of the platform' });
  await database.execute('update asset set default_value = $2 where id = $1', [asset.id, ofPlatform]);
  expect((await mapOf(platform, 'MAPB0000001')).url).toContain('key=key%26of+mine');
  expect((await mapOf(other)).missing).toBe('key');
  const shared = await buildSubscription(database, { tenantId: theirs.id, billNo: 'MAPB0000002', carrierCode: 'HLC' });
  expect(await mapOf(other, 'MAPB0000002')).toEqual({ url: null, missing: 'key' });
  expect((await mapOf(platform, 'MAPB0000002')).url).toContain('key=key+of+the+platform');
  await database.system.deleteFrom('subscription').where('id', '=', shared.id).execute();
  // Neither keys nor subscriptions of others.
  expect(await mapOf(other, 'MAPB0000001')).toEqual({ url: null, missing: 'key' });
  await setKeys(theirs.id, { clientId: 'c8', secret: 's', mapKey: 'key of theirs' });
  expect(await mapOf(other, 'MAPB0000001')).toEqual({ url: null, missing: 'subscription' });
});

test('one page alone may frame that host, and only pages of ours may frame it; others may not', async () => {
  const page = await anonymous.send('GET', '/frame/map');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("frame-src https://i.saas.freightower.com; frame-ancestors 'self'");
  expect(policy).toContain("default-src 'none'");
  expect([page.headers['x-frame-options'], page.text.includes('key')]).toEqual(['SAMEORIGIN', false]);
  const elsewhere = await anonymous.send('GET', '/api/auth/user/signInOptions');
  expect(String(elsewhere.headers['content-security-policy'])).not.toContain('freightower');
});

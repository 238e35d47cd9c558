import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { open } from '#server/platform/crypto/index.ts';
import { checkPlaceholders } from '#shared/text/placeholders.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { seedWorld } from './index.ts';

const database = await testDatabase();
const keys = [randomBytes(32)];
const world = { baseUrl: 'http://127.0.0.1:1', carriers: [], secretKey: keys };

const rows = async () => ({
  assets: await database.system.selectFrom('asset').selectAll().orderBy('id').execute(),
  values: await database.system.selectFrom('tenant_asset').selectAll().orderBy('id').execute(),
  functions: await database.system.selectFrom('function_interface').selectAll().orderBy('id').execute(),
  feedbacks: await database.system.selectFrom('feedback').selectAll().orderBy('id').execute(),
});

test('the simulated world has configuration to look at, once, with sealed values', async () => {
  await seedWorld(database, world);
  const first = await rows();
  expect([first.assets.length, first.values.length, first.functions.length, first.feedbacks.length]).toEqual([
    3, 3, 7, 8,
  ]);
  for (const { asset_value } of first.values) expect(open(asset_value, keys)).not.toBe(asset_value);
  for (const { feedback_subject, feedback_content } of first.feedbacks) {
    expect([checkPlaceholders(feedback_subject ?? ''), checkPlaceholders(feedback_content ?? '')]).toEqual([
      undefined,
      undefined,
    ]);
  }
  await seedWorld(database, world);
  expect(await rows()).toEqual(first);
});

test('the simulated world has sources of every type, and free time by carrier and country', async () => {
  const carriers = ['MERI', 'WILL'].map((code) => ({ code, nameCn: code, nameEn: code, pushes: false }));
  await seedWorld(database, { ...world, carriers });
  const sources = await database.query<{ code: string; source_type: string }>('select code, source_type from source');
  const types = Map.groupBy(sources, (row) => row.source_type);
  expect([...types.keys()].toSorted()).toEqual(expect.arrayContaining(['CARRIER', 'CUSTOMS', 'FT', 'RPA']));
  const tariffs = await database.query<{ carrier_code: string; place_code: string; demurrage_days: number }>(
    'select carrier_code, place_code, demurrage_days from md_free_time order by carrier_code, place_code',
  );
  expect(new Set(tariffs.map(({ carrier_code: code }) => code))).toEqual(new Set(['MERI', 'WILL']));
  const days = (code: string) => tariffs.filter((row) => row.carrier_code === code).map((row) => row.demurrage_days);
  expect(days('MERI')).not.toEqual(days('WILL'));
});

test('receivers of the world are found again where it listens this time', async () => {
  await seedWorld(database, { ...world, baseUrl: 'http://127.0.0.1:2' });
  const { feedbacks } = await rows();
  const addresses = feedbacks.map((row) => row.feedback_addr);
  expect(addresses).toContain('http://127.0.0.1:2/receivers/webhook/BETA?failFirst=1');
  expect(addresses).toContain('operator');
  expect(addresses.join()).not.toContain('http://127.0.0.1:1/');
});

test('sources of the world are asked with keys that are shown as the platform’s, and are taken away like any', async () => {
  const { signedIn } = await testApp(database, { modules: await testProductModules(database, { keys }) });
  const admin = await signedIn('admin');
  const [source] = await database.query<{ id: number }>(`select id from source where code = 'dcsa:MERI'`);
  const sourceId = String(source?.id);
  const sets = async () => (await admin.call('sourceKeyQuery', { query: { sourceId } })).data;
  expect(await sets()).toMatchObject([{ tenantId: null, fields: ['apiKey'] }]);
  expect((await admin.call('sourceKeyRemove', { body: { sourceId } })).status).toBe(1);
  expect(await sets()).toEqual([]);
  expect((await admin.call('sourceKeyRemove', { body: { sourceId } })).status).toBe(0);
});

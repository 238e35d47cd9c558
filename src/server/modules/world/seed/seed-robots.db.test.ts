import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { seedWorld } from './index.ts';

const database = await testDatabase();
const carriers = [{ code: 'WILL', nameCn: '威航', nameEn: 'Will Line', pushes: false }];
const start = () =>
  seedWorld(database, { baseUrl: 'http://127.0.0.1:1', carriers, land: true, secretKey: [randomBytes(32)] });

const plans = () =>
  database.query<{ id: number; process_type: string; code: string; own_cron: string }>(
    `select s.id, p.process_type, t.code, s.own_cron
     from schedule s join process p on p.id = s.process_id join tenant t on t.id = s.tenant_id order by s.id`,
  );
const without = async (table: 'schedule' | 'process' | 'package', type: string) => {
  const processes = `select id from process where process_type = '${type}'`;
  await database.execute(`delete from schedule where process_id in (${processes})`);
  if (table === 'schedule') return;
  await database.execute(`delete from process where process_type = '${type}'`);
  if (table === 'process') return;
  const versions = `select v.id from package_version v join package p on p.id = v.package_id where p.package_name = '${type}'`;
  await database.execute(`delete from package_version_type where package_version_id in (${versions})`);
  await database.execute(`delete from package_version where id in (${versions})`);
  await database.execute(`delete from package where package_name = '${type}'`);
};
const namesOf = async () => (await plans()).map((row) => `${row.process_type} ${row.code}`).toSorted();

const all = ['EMS_PAGES', 'WILL_PAGES'].flatMap((type) => ['ALPHA', 'BETA', 'GAMMA'].map((code) => `${type} ${code}`));

test('carriers with pages only have a package and a schedule per tenant, once', async () => {
  await start();
  const first = await plans();
  expect(await namesOf()).toEqual(all);
  expect(new Set(first.map(({ own_cron: cron }) => cron)).size).toBe(first.length);
  await start();
  expect(await plans()).toEqual(first);
});

test('a data folder of an older version gets what it does not have, and nothing twice', async () => {
  for (const table of ['package', 'process', 'schedule'] as const) {
    await without(table, 'EMS_PAGES');
    expect(await namesOf()).toEqual(all.slice(3));
    await start();
    expect(await namesOf()).toEqual(all);
  }
  await start();
  expect(await namesOf()).toEqual(all);
  expect(await database.query(`select id from package where package_name = 'EMS_PAGES'`)).toHaveLength(1);
  expect(await database.query('select id from robot')).toHaveLength(3);
});

test('what people remove stays removed', async () => {
  const noted = (entity: string, before: object, tenant: number | null) =>
    database.execute(
      `insert into audit_log (at, tenant_id, actor_code, origin, entity, entity_id, action, before)
       values (now(), $1, 'admin', 'Manual', $2, '1', 'delete', $3)`,
      [tenant, entity, JSON.stringify(before)],
    );
  const [gone] = await database.query<{ process_id: number; tenant_id: number }>(
    `select s.process_id, s.tenant_id from schedule s join process p on p.id = s.process_id join tenant t on t.id = s.tenant_id
     where p.process_type = 'EMS_PAGES' and t.code = 'BETA'`,
  );
  await database.execute('delete from schedule where process_id = $1', [gone!.process_id]);
  await noted('schedule', { process_id: gone!.process_id }, gone!.tenant_id);
  await start();
  expect(await namesOf()).toEqual(all.filter((name) => name !== 'EMS_PAGES BETA'));
  await database.execute('delete from process where id = $1', [gone!.process_id]);
  await noted('process', { process_type: 'EMS_PAGES' }, gone!.tenant_id);
  await start();
  expect(await namesOf()).toEqual(all.filter((name) => name !== 'EMS_PAGES BETA'));
  await without('package', 'EMS_PAGES');
  await noted('package', { package_name: 'EMS_PAGES' }, null);
  await start();
  expect(await namesOf()).toEqual(all.slice(3));
});

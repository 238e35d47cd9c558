import { describe, expect, test } from 'vitest';
import type { EntityAction } from '#contract/entity-paths.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { isShared, type Entity } from '#shared/entity/declare.ts';
import { allEntities, callEntity, sampleRow, seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { casesHere, entityTraits } from '#testing/sample.ts';
import { testApp, type CallOptions } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

// Rows that all tenants share: read by anyone who has the menu, changed by people of the platform only. Made from the declarations.

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const platform = await buildTenant(database, { code: 'PLATFORM-TEST' });
await database.execute('update tenant set platform = true where id = $1', [platform.id]);
const tenant = await buildTenant(database);
const menus = menuCodes;
await buildUser(database, { tenantId: tenant.id, userCode: 'sees-all', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: platform.id, userCode: 'operator', menus });
await buildUser(database, { tenantId: platform.id, userCode: 'platform-admin', userType: 'admin' });
await buildUser(database, { tenantId: tenant.id, userCode: 'tenant-user', menus });
await buildUser(database, { tenantId: tenant.id, userCode: 'tenant-admin', userType: 'admin' });
await buildUser(database, { tenantId: tenant.id, userCode: 'guest-of-platform', menus, alsoTenants: [platform.id] });
const boss = await signedIn('sees-all');

const values = await database.system.selectFrom('md_code_dict').select(['code_type', 'code_value']).execute();
const dictionary = (dict: string): string => values.find((row) => row.code_type === dict)?.code_value ?? '';
// What a row refers to is of the platform tenant, which all who may write see.
const sample = (entity: Entity): Promise<Record<string, unknown>> => sampleRow(boss, entity, platform.id, dictionary);

const shared = Object.values(allEntities).filter(isShared);
const sharedHere = casesHere(shared, entityTraits);
const snapshot = async (entity: Entity): Promise<string> =>
  JSON.stringify(await database.query(`select * from ${entity.table} order by id`));
const reachedBy = (entity: Entity, userCode: string): boolean =>
  entity.menu !== 'admin' || userCode.endsWith('-admin') || userCode === 'sees-all';

test('there are such entities', () => {
  expect(shared.map((entity) => entity.name)).toEqual(expect.arrayContaining(['asset', 'code', 'dict', 'function']));
});

describe.each(sharedHere.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  const made = async (): Promise<Record<string, unknown>> => {
    const answer = await callEntity(boss, entity, 'insert', { body: await sample(entity) });
    expect(answer).toMatchObject({ status: 1 });
    return answer.data as Record<string, unknown>;
  };

  test.each(['tenant-user', 'tenant-admin', 'guest-of-platform'].filter((userCode) => reachedBy(entity, userCode)))(
    '%s reads the rows and changes none, by no action',
    async (userCode) => {
      const client = await signedIn(userCode);
      const row = await made();
      const gone = await made();
      await callEntity(boss, entity, 'delete', { body: gone });
      const [removal] = await database.system
        .selectFrom('audit_log')
        .select('id')
        .where('entity', '=', entity.name)
        .where('action', '=', 'delete')
        .where('entity_id', '=', String(gone[entity.id]))
        .execute();
      const writes: [EntityAction, CallOptions][] = [
        ['insert', { body: await sample(entity) }],
        ['update', { body: row }],
        ['delete', { body: row }],
        ['deletes', { body: [row[entity.id]] }],
        ['restore', { body: { auditId: removal?.id } }],
      ];
      const before = await snapshot(entity);
      for (const [action, options] of writes) {
        const zh = await callEntity(client, entity, action, options);
        expect([action, zh.http, zh.status, zh.msg]).toEqual([
          action,
          200,
          0,
          `${entity.label.zh}由所有租户共用，只能由平台人员修改`,
        ]);
        const en = await callEntity(client, entity, action, { ...options, headers: { 'x-lang': 'en' } });
        expect(en.msg).toContain(`${entity.label.en}: all tenants share these rows`);
      }
      expect(await snapshot(entity)).toBe(before);
      // Names of tenants that the reader does not see are left out of what is read.
      const read = await callEntity(client, entity, 'get', { query: { [entity.id]: row[entity.id] } });
      expect(read).toMatchObject({ status: 1, data: { [entity.id]: row[entity.id], recordVersion: 1 } });
    },
  );

  test.each(['operator', 'platform-admin', 'sees-all'].filter((userCode) => reachedBy(entity, userCode)))(
    '%s changes them',
    async (userCode) => {
      const client = await signedIn(userCode);
      const answer = await callEntity(client, entity, 'insert', { body: await sample(entity) });
      expect(answer).toMatchObject({ status: 1 });
      const row = answer.data as Record<string, unknown>;
      expect(await callEntity(client, entity, 'update', { body: row })).toMatchObject({ status: 1 });
      expect(await callEntity(client, entity, 'delete', { body: row })).toMatchObject({ status: 1 });
    },
  );
});

test('the browser is notified who may', async () => {
  for (const [userCode, writesShared] of [
    ['operator', true],
    ['sees-all', true],
    ['tenant-user', false],
    ['tenant-admin', false],
    ['guest-of-platform', false],
  ] as const)
    expect((await (await signedIn(userCode)).call('session')).data).toMatchObject({ writesShared });
});

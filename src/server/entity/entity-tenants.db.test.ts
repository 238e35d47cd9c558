import { describe, expect, test } from 'vitest';
import type { EntityAction } from '#contract/entity-paths.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { allEntities, callEntity, sampleRow, seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { casesHere, entityTraits } from '#testing/sample.ts';
import { testApp, type CallOptions } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import type { Entity } from '#shared/entity/declare.ts';

// Rows of tenants: anyone who belongs to another tenant neither sees nor changes them, by no action of any entity.

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const mine = await buildTenant(database, { code: 'MINE', name: '我方租户' });
const theirs = await buildTenant(database, { code: 'THEIRS' });
await buildUser(database, { tenantId: mine.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: mine.id, userCode: 'insider', menus: menuCodes });
await buildUser(database, { tenantId: mine.id, userCode: 'own-boss', userType: 'admin' });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'foreign-boss', userType: 'admin' });
const boss = await signedIn('boss');
const [insider, ownBoss] = [await signedIn('insider'), await signedIn('own-boss')];

const values = await database.system.selectFrom('md_code_dict').select(['code_type', 'code_value']).execute();
const dictionary = (dict: string): string => values.find((row) => row.code_type === dict)?.code_value ?? '';

const owned = casesHere(
  Object.values(allEntities).filter((entity) => entity.tenantField !== undefined),
  entityTraits,
);

const snapshot = async (entity: Entity): Promise<string> =>
  JSON.stringify(await database.query(`select * from ${entity.table} order by id`));

describe.each(owned.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  const made = async () => {
    const answer = await callEntity(boss, entity, 'insert', {
      body: await sampleRow(boss, entity, mine.id, dictionary),
    });
    expect(answer).toMatchObject({ status: 1 });
    return answer.data as Record<string, unknown>;
  };

  const isForAdmins = entity.menu === 'admin';

  test.each(isForAdmins ? ['foreign-boss'] : ['stranger', 'foreign-boss'])('is not there for %s', async (userCode) => {
    const client = await signedIn(userCode);
    const row = await made();
    const gone = await made();
    await callEntity(boss, entity, 'delete', { body: gone });
    const audits = await database.system
      .selectFrom('audit_log')
      .select('id')
      .where('entity', '=', entity.name)
      .where('entity_id', 'in', [String(row[entity.id]), String(gone[entity.id])])
      .execute();
    const id = { [entity.id]: row[entity.id] };
    const condition = { searchColumns: [{ columnName: entity.id, operation: 'equal', value: row[entity.id] }] };
    const calls: [EntityAction, CallOptions][] = [
      ['query', { body: {} }],
      ['query', { body: { keyword: '我方' } }],
      ['query', { body: { [entity.tenantField as string]: mine.id } }],
      ['getAll', { body: {} }],
      ['pick', { body: {} }],
      ['pick', { body: { keyword: '我方' } }],
      ['get', { query: id }],
      ['dataQuery', { query: condition }],
      ['dataExtQuery', { query: condition }],
      ['update', { body: { ...row, recordVersion: 1, [entity.tenantField as string]: theirs.id } }],
      ['delete', { body: row }],
      ['deletes', { body: [row[entity.id]] }],
      ['history', { query: id }],
      ['writers', { body: { ids: [row[entity.id]] } }],
      ...audits.map(({ id: auditId }): [EntityAction, CallOptions] => ['restore', { body: { auditId } }]),
      ['insert', { body: { ...(await sampleRow(boss, entity, mine.id, dictionary)) } }],
      [
        'insert',
        {
          body: {
            ...(await sampleRow(boss, entity, mine.id, dictionary)),
            [entity.tenantField as string]: null,
            tenantName: '我方租户',
          },
        },
      ],
    ];
    const before = await snapshot(entity);
    for (const [action, options] of calls) {
      const answer = await callEntity(client, entity, action, options);
      expect([action, answer.http]).toEqual([action, 200]);
      // A refusal may repeat what was requested.
      if (!JSON.stringify(options).includes('我方租户')) expect(answer.text).not.toContain('我方');
      if (['get', 'update', 'delete', 'deletes', 'restore', 'insert'].includes(action))
        expect([action, answer.status]).toEqual([action, 0]);
      else expect(answer.data.records ?? answer.data).toEqual([]);
    }
    expect(await snapshot(entity)).toBe(before);
  });

  test('is there for the own users, so that the test above would have seen it', async () => {
    const row = await made();
    const own = isForAdmins ? ownBoss : insider;
    expect((await callEntity(own, entity, 'getAll', { body: {} })).text).toContain('我方租户');
    expect((await callEntity(own, entity, 'history', { query: { [entity.id]: row[entity.id] } })).data).toHaveLength(1);
    expect((await callEntity(own, entity, 'writers', { body: { ids: [row[entity.id]] } })).data).toHaveLength(1);
    const status = entity.platformOnly === true ? 0 : 1;
    expect(await callEntity(own, entity, 'delete', { body: row })).toMatchObject({ status });
  });
});

test('a partner without a tenant is the platform’s: nobody of a tenant sees, changes or adds one', async () => {
  const entity = allEntities['ediPartner'] as Entity;
  const sample = { ...(await sampleRow(boss, entity, mine.id, dictionary)), forTenantId: null };
  const { data: row, status } = await callEntity(boss, entity, 'insert', { body: sample });
  expect([status, row.forTenantId]).toEqual([1, null]);
  expect((await callEntity(boss, entity, 'get', { query: { ediPartnerId: row.ediPartnerId } })).status).toBe(1);
  for (const userCode of ['insider', 'foreign-boss']) {
    const client = await signedIn(userCode);
    expect((await callEntity(client, entity, 'query', { body: { keyword: row.partnerCode } })).data.records).toEqual(
      [],
    );
    expect((await callEntity(client, entity, 'getAll', { body: {} })).text).not.toContain(row.partnerCode);
    for (const [action, options] of [
      ['get', { query: { ediPartnerId: row.ediPartnerId } }],
      ['history', { query: { ediPartnerId: row.ediPartnerId } }],
      ['update', { body: { ...row, partnerName: 'theirs now' } }],
      ['delete', { body: row }],
    ] as [EntityAction, CallOptions][]) {
      const answer = await callEntity(client, entity, action, options);
      expect([action, answer.status === 0 || answer.data.length === 0]).toEqual([action, true]);
    }
    const another = { ...(await sampleRow(boss, entity, mine.id, dictionary)), forTenantId: null };
    expect(await callEntity(client, entity, 'insert', { body: another })).toMatchObject({
      status: 0,
      data: { fields: [{ field: 'forTenantId', message: '所属租户不能为空' }] },
    });
  }
  expect((await callEntity(boss, entity, 'history', { query: { ediPartnerId: row.ediPartnerId } })).data).toHaveLength(
    1,
  );
});

test('tenants themselves are seen and changed only within the scope', async () => {
  const foreign = await signedIn('foreign-boss');
  const entity = allEntities['tenant'] as Entity;
  const { data } = await callEntity(foreign, entity, 'query', { body: {} });
  expect(data.records.map((row: { tenantCode: string }) => row.tenantCode)).toEqual(['THEIRS']);
  const rename = { wlTenantId: mine.id, tenantName: 'x', recordVersion: 1 };
  expect((await callEntity(foreign, entity, 'update', { body: rename })).status).toBe(0);
  expect((await callEntity(foreign, entity, 'insert', { body: { tenantCode: 'NEW', tenantName: 'New' } })).status).toBe(
    0,
  );
  expect(
    await database.system.selectFrom('tenant').select('name').where('id', '=', mine.id).executeTakeFirst(),
  ).toEqual({ name: '我方租户' });
});

import { describe, expect, test } from 'vitest';
import { callEntity, entitiesHere, fieldsToTry, sampleRow, seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import type { Entity, Field } from '#shared/entity/declare.ts';

// In which ways rows, versions, flags and filters may be sent; every test is made from the declarations.

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const english = { 'x-lang': 'en' };

const values = await database.system
  .selectFrom('md_code_dict')
  .select(['code_type', 'code_value'])
  .orderBy('id')
  .execute();
const dictionary = (dict: string): string => values.find((row) => row.code_type === dict)?.code_value ?? '';

type Row = Record<string, unknown>;

const sample = (entity: Entity): Promise<Row> => sampleRow(boss, entity, tenant.id, dictionary);
async function added(entity: Entity, overrides: Row = {}): Promise<Row> {
  const { status, msg, data } = await callEntity(boss, entity, 'insert', {
    body: { ...(await sample(entity)), ...overrides },
  });
  expect([status, msg]).toEqual([1, expect.any(String)]);
  return data as Row;
}
const found = async (entity: Entity, id: unknown): Promise<Row> =>
  (await callEntity(boss, entity, 'get', { query: { [entity.id]: id } })).data as Row;

/** A change that any row of the entity accepts. */
async function changeOf(entity: Entity): Promise<Row> {
  const fresh = await sample(entity);
  const texts = Object.entries(entity.fields).filter(
    ([, field]) =>
      field.kind === 'text' && field.readOnly !== true && field.createOnly !== true && field.example === undefined,
  );
  const counts = Object.entries(entity.fields).filter(([, field]) => field.kind === 'integer');
  const [name = ''] =
    texts.find(([, field]) => field.kind === 'text' && field.maskWhen === undefined) ?? texts[0] ?? counts[0] ?? [];
  return { [name]: fresh[name] };
}

const withWhich = (which: (field: Field) => boolean): [string, string, Entity][] =>
  entitiesHere.flatMap((entity) =>
    fieldsToTry(entity, which).map(([name]) => [entity.name, name, entity] as [string, string, Entity]),
  );

describe.each(entitiesHere.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  test('a change that does not say which version it was made on is refused, or made under the lock of the row', async () => {
    const row = await added(entity);
    const body = { [entity.id]: row[entity.id], ...(await changeOf(entity)) };
    const answer = await callEntity(boss, entity, 'update', { body });
    if (entity.unversioned === true) {
      expect(answer).toMatchObject({ status: 1, data: { recordVersion: 2 } });
    } else {
      expect(answer).toMatchObject({ status: 0, msg: '没有说明修改的是数据的哪个版本，请刷新后重新保存' });
      expect((await callEntity(boss, entity, 'update', { body, headers: english })).msg).toMatch(
        /^The version of the record is missing/,
      );
      expect(await found(entity, row[entity.id])).toEqual(row);
      // What would change nothing needs no version: a form that is sent twice.
      const { recordVersion: _version, ...same } = row;
      expect(await callEntity(boss, entity, 'update', { body: same })).toMatchObject({ status: 1, data: row });
    }
    // As text it is as good as a number, and an older one is refused whatever the entity.
    const versioned = { ...body, ...(await changeOf(entity)) };
    const now = (await found(entity, row[entity.id]))['recordVersion'];
    expect(
      (await callEntity(boss, entity, 'update', { body: { ...versioned, recordVersion: String(now) } })).status,
    ).toBe(1);
    expect(
      await callEntity(boss, entity, 'update', {
        body: { ...versioned, ...(await changeOf(entity)), recordVersion: 1 },
      }),
    ).toMatchObject({ status: 0, data: { stale: true } });
  });

  test('a row that was changed since it was read is not removed by anyone who saw the older one', async () => {
    const row = await added(entity);
    const change = { [entity.id]: row[entity.id], ...(await changeOf(entity)), recordVersion: 1 };
    const { data: changed } = await callEntity(boss, entity, 'update', { body: change });
    expect(await callEntity(boss, entity, 'delete', { body: row })).toMatchObject({
      status: 0,
      data: { stale: true, current: changed },
    });
    expect(await callEntity(boss, entity, 'delete', { body: [row] })).toMatchObject({ status: 0 });
    expect((await callEntity(boss, entity, 'delete', { body: changed })).status).toBe(1);
  });
});

describe('flags travel as 0 and 1', () => {
  test.each(withWhich((field) => field.kind === 'flag'))(
    '%s.%s takes "0", "1" and booleans',
    async (_name, name, entity) => {
      const statement: [unknown, 0 | 1][] = [
        ['1', 1],
        ['0', 0],
        [true, 1],
        [false, 0],
        ['true', 1],
        ['false', 0],
        [1, 1],
        [0, 0],
      ];
      for (const [given, kept] of statement) expect((await added(entity, { [name]: given }))[name]).toBe(kept);
      if (entity.fields[name]?.createOnly === true) return;
      let row = await added(entity, { [name]: 0 });
      for (const [given, kept] of statement) {
        const body = { [entity.id]: row[entity.id], recordVersion: row['recordVersion'], [name]: given };
        const { status, data } = await callEntity(boss, entity, 'update', { body });
        expect([given, status, (data as Row)[name]]).toEqual([given, 1, kept]);
        row = data as Row;
      }
      for (const wrong of [2, -1, 'yes', '01'])
        expect(
          (await callEntity(boss, entity, 'insert', { body: { ...(await sample(entity)), [name]: wrong } })).msg,
        ).toBe(`${entity.fields[name]?.label.zh}的值不正确`);
    },
  );

  test.each(withWhich((field) => field.kind === 'flag' && field.search === 'filter'))(
    '%s.%s is filtered by any of them',
    async (_name, name, entity) => {
      const on = await added(entity, { [name]: 1 });
      const off = await added(entity, { [name]: 0 });
      for (const [given, hit, miss] of [
        ['1', on, off],
        ['0', off, on],
        [1, on, off],
        [0, off, on],
        [true, on, off],
        [false, off, on],
        [['1'], on, off],
      ] as const) {
        const { data } = await callEntity(boss, entity, 'query', { body: { [name]: given, pageSize: 9999 } });
        expect(data.records).toContainEqual(hit);
        expect(data.records).not.toContainEqual(miss);
      }
    },
  );
});

describe('reads by GET', () => {
  test.each(withWhich((field) => field.search === 'filter' && field.kind !== 'flag'))(
    '%s.%s takes several values as repeated keys',
    async (_name, name, entity) => {
      const row = await added(entity);
      const query = { [name]: [String(row[name]), '999999999'], pageSize: 9999 };
      const byGet = await callEntity(boss, entity, 'query', { also: true, query });
      expect([byGet.http, byGet.status]).toEqual([200, 1]);
      expect(byGet.data.records).toContainEqual(row);
      expect(byGet.data).toEqual((await callEntity(boss, entity, 'query', { body: query })).data);
    },
  );
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callEntity, entitiesHere, fieldsToTry, sampleRow, seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp, type TestClient } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import type { Entity, Field } from '#shared/entity/declare.ts';

// Every test here is made from the declarations: a new entity is tested as soon as it is declared.
const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database);
for (const [userCode, name] of Object.entries({ boss: '老板', colleague: '同事' }))
  await buildUser(database, { tenantId: tenant.id, userCode, name, userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const colleague = await signedIn('colleague');
const english = { 'x-lang': 'en' };

const values = await database.system
  .selectFrom('md_code_dict')
  .select(['code_type', 'code_value'])
  .orderBy('id')
  .execute();
const dictionary = (dict: string): string => values.find((row) => row.code_type === dict)?.code_value ?? '';
const sample = (entity: Entity): Promise<Record<string, unknown>> => sampleRow(boss, entity, tenant.id, dictionary);

type Row = Record<string, unknown>;

async function added(entity: Entity, overrides: Row = {}): Promise<Row> {
  const { status, msg, data } = await callEntity(boss, entity, 'insert', {
    body: { ...(await sample(entity)), ...overrides },
  });
  expect([status, msg]).toEqual([1, expect.any(String)]);
  return data as Row;
}
const found = async (entity: Entity, id: unknown): Promise<Row> =>
  (await callEntity(boss, entity, 'get', { query: { [entity.id]: id } })).data as Row;
const audits = (entity: Entity, id: unknown) =>
  database.system
    .selectFrom('audit_log')
    .selectAll()
    .where('entity', '=', entity.name)
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();

const fieldsOf = (entity: Entity, which: (field: Field) => boolean): [string, Field][] =>
  Object.entries(entity.fields).filter(([, field]) => field.readOnly !== true && which(field));

/** A change that any row of the entity accepts. */
async function changeOf(entity: Entity): Promise<Row> {
  const fresh = await sample(entity);
  const texts = fieldsOf(
    entity,
    (field) => field.createOnly !== true && field.kind === 'text' && field.example === undefined,
  );
  const isPlain = ([, field]: [string, Field]): boolean => field.kind === 'text' && field.maskWhen === undefined;
  const [count] = fieldsOf(entity, (field) => field.createOnly !== true && field.kind === 'integer');
  const [name] = texts.find(isPlain) ?? texts[0] ?? count ?? [];
  if (name === undefined) throw new Error(`nothing of ${entity.name} can be changed`);
  return { [name]: fresh[name] };
}
const idOf = (entity: Entity, row: Row): Row => ({ [entity.id]: row[entity.id] });

describe.each(entitiesHere.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  let unsaved: Promise<Row> | undefined;
  // One sample for all calls that are refused: they add nothing, so it stays new.
  const refusedSample = (): Promise<Row> => (unsaved ??= sample(entity));

  test('a row is added, read back, listed and kept in the audit', async () => {
    const row = await added(entity);
    expect(row).toMatchObject({ recordVersion: 1, [entity.id]: expect.stringMatching(/^\d+$/) });
    expect(await found(entity, row[entity.id])).toEqual(row);
    const all = await callEntity(boss, entity, 'getAll', { body: {} });
    expect(all.data).toContainEqual(row);
    const [entry] = await audits(entity, row[entity.id]);
    expect(entry).toMatchObject({ action: 'insert', actor_code: 'boss', origin: 'Manual', before: null });
    expect(entry?.after).toMatchObject({ id: Number(row[entity.id]) });
  });

  test('an array with one row is accepted like the row; a part is answered as it was sent', async () => {
    const { status, data } = await callEntity(boss, entity, 'insert', { body: [await sample(entity)] });
    const isPart = entity.partOf !== undefined;
    expect([status, data]).toMatchObject([1, isPart ? [{ recordVersion: 1 }] : { recordVersion: 1 }]);
  });

  test.each(fieldsToTry(entity, (field) => field.required === true && !('default' in field)))(
    '%s is required, in both languages',
    async (name, field) => {
      const body = { ...(await refusedSample()), [name]: ' ' };
      if (field.kind === 'reference') delete (body as Row)[field.show];
      const [zh, en] = [
        await callEntity(boss, entity, 'insert', { body }),
        await callEntity(boss, entity, 'insert', { body, headers: english }),
      ];
      expect([zh.status, zh.msg]).toEqual([0, field.requiredText?.zh ?? `${field.label.zh}不能为空`]);
      expect(en.msg).toBe(field.requiredText?.en ?? `${field.label.en} cannot be empty`);
      expect(zh.data.fields).toContainEqual({ field: name, message: zh.msg });
      const row = await added(entity);
      if (field.createOnly !== true && field.kind !== 'secret') {
        expect(
          await callEntity(boss, entity, 'update', { body: { ...idOf(entity, row), [name]: '', recordVersion: 1 } }),
        ).toMatchObject({ status: 0, msg: zh.msg });
      }
    },
  );

  test.each(fieldsToTry(entity, (field) => field.kind === 'text' || field.kind === 'secret'))(
    '%s may be as long as declared and no longer',
    async (name, field) => {
      const { max } = field as Field & { max: number };
      const body = await sample(entity);
      const long = await callEntity(boss, entity, 'insert', { body: { ...body, [name]: 'x'.repeat(max + 1) } });
      expect(long).toMatchObject({ status: 0, msg: `${field.label.zh}不能超过${max}个字符` });
      expect(
        (await callEntity(boss, entity, 'insert', { body: { ...body, [name]: 'x'.repeat(max + 1) }, headers: english }))
          .msg,
      ).toContain(`at most ${max} characters`);
      if (field.example === undefined)
        expect(await callEntity(boss, entity, 'insert', { body: { ...body, [name]: 'x'.repeat(max) } })).toMatchObject({
          status: 1,
        });
    },
  );

  test.each(fieldsToTry(entity, () => true))(
    '%s refuses what is no value of it, without an error of the server',
    async (name, field) => {
      const wrong: unknown[] = [[{ a: 1 }], { a: 1 }];
      if (field.kind !== 'text' && field.kind !== 'secret') wrong.push("1' or '1'='1", 1e300);
      for (const value of wrong) {
        const { http, status } = await callEntity(boss, entity, 'insert', {
          body: { ...(await refusedSample()), [name]: value },
        });
        expect([http, status]).toEqual([200, 0]);
      }
    },
  );

  test.each(fieldsToTry(entity, (field) => field.kind === 'text' && field.unique === true))(
    '%s occurs once, whatever the case of its letters',
    async (name, field) => {
      const first = await added(entity);
      const value = String(first[name]);
      const turned = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
      const body = { ...(await sample(entity)), [name]: turned };
      const again = await callEntity(boss, entity, 'insert', { body });
      expect(again).toMatchObject({ status: 0, msg: expect.stringMatching(/^.+“.+”已存在$/) });
      expect((await callEntity(boss, entity, 'insert', { body, headers: english })).msg).toMatch(/ exists already$/);
      expect(again.data.fields).toContainEqual({ field: name, message: again.msg });
      if (field.createOnly === true) return;
      const second = await added(entity);
      expect(
        await callEntity(boss, entity, 'update', {
          body: { ...idOf(entity, second), [name]: turned, recordVersion: 1 },
        }),
      ).toMatchObject({ status: 0, msg: again.msg });
    },
  );

  test('what must be unique together is refused a second time', async () => {
    if (entity.uniqueTogether === undefined) return;
    const body = await sample(entity);
    expect((await callEntity(boss, entity, 'insert', { body })).status).toBe(1);
    expect(await callEntity(boss, entity, 'insert', { body })).toMatchObject({
      status: 0,
      msg: expect.stringContaining(`相同的${entity.label.zh}已存在`),
    });
  });

  test('of two people who change a row, the slower is reported who was faster and how it is now', async () => {
    const row = await added(entity);
    const first = await callEntity(boss, entity, 'update', {
      body: { ...idOf(entity, row), ...(await changeOf(entity)), recordVersion: 1 },
    });
    expect(first).toMatchObject({ status: 1, data: { recordVersion: 2 } });
    const second = await callEntity(colleague, entity, 'update', {
      body: { ...idOf(entity, row), ...(await changeOf(entity)), recordVersion: 1 },
    });
    expect(second).toMatchObject({
      status: 0,
      msg: expect.stringMatching(/^数据已被 老板 修改.请刷新后重试$/),
      data: { stale: true, who: '老板', current: first.data },
    });
    expect(await found(entity, row[entity.id])).toEqual(first.data);
    expect(await audits(entity, row[entity.id])).toHaveLength(2);
  });

  test('of two changes at the same moment exactly one is made', async () => {
    const row = await added(entity);
    const bodies = [await changeOf(entity), await changeOf(entity)].map((change) => ({
      ...idOf(entity, row),
      ...change,
      recordVersion: 1,
    }));
    const answers = await Promise.all(bodies.map((body) => callEntity(boss, entity, 'update', { body })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(await found(entity, row[entity.id])).toMatchObject({ recordVersion: 2 });
  });

  test('a form that is sent twice adds one row, and changes once', async () => {
    const body = await sample(entity);
    const answers = await Promise.all([
      callEntity(boss, entity, 'insert', { body }),
      callEntity(boss, entity, 'insert', { body }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status === 0)?.msg).toMatch(/已存在$/);
    const row = answers.find((answer) => answer.status === 1)?.data as Row;
    const change = { ...idOf(entity, row), ...(await changeOf(entity)), recordVersion: 1 };
    const changes = await Promise.all([
      callEntity(boss, entity, 'update', { body: change }),
      callEntity(boss, entity, 'update', { body: change }),
    ]);
    expect(changes.map((answer) => [answer.status, (answer.data as Row)['recordVersion']])).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test('a form sent again under its key, since the answer was lost, is the row it made', async () => {
    const body = await sample(entity);
    const headers = { 'idempotency-key': randomUUID() };
    const send = (client: TestClient) => callEntity(client, entity, 'insert', { body, headers });
    const together = await Promise.all([send(boss), send(boss)]);
    const later = await send(boss);
    const row = later.data as Row;
    for (const { status, data } of [...together, later]) expect([status, data]).toEqual([1, row]);
    expect((await audits(entity, row[entity.id])).map((entry) => entry.action)).toEqual(['insert']);
    // The key is its owner's: for anybody else there is such a row already.
    expect(await send(colleague)).toMatchObject({ status: 0, msg: expect.stringMatching(/已存在$/) });
    // A copy that comes late does not bring back what was removed since.
    expect((await callEntity(boss, entity, 'delete', { body: row })).status).toBe(1);
    expect((await send(boss)).data).toEqual(row);
    expect((await callEntity(boss, entity, 'get', { query: idOf(entity, row) })).status).toBe(0);
  });

  test('what is saved unchanged is not written', async () => {
    const row = await added(entity);
    expect((await callEntity(boss, entity, 'update', { body: row })).data).toEqual(row);
    expect(await audits(entity, row[entity.id])).toHaveLength(1);
  });

  test('a deleted row is gone, and comes back with its id when that is undone', async () => {
    const row = await added(entity);
    expect((await callEntity(boss, entity, 'delete', { body: row })).status).toBe(1);
    expect(await callEntity(boss, entity, 'get', { query: idOf(entity, row) })).toMatchObject({
      status: 0,
      msg: '数据不存在或已被删除',
    });
    expect((await callEntity(boss, entity, 'delete', { body: row })).status).toBe(0);
    const history = (await callEntity(boss, entity, 'history', { query: idOf(entity, row) })).data as {
      auditId: string;
      action: string;
      userName: string;
      before: Row;
    }[];
    expect(history.map((entry) => [entry.action, entry.userName])).toEqual([
      ['delete', '老板'],
      ['insert', '老板'],
    ]);
    expect(history[0]?.before).toEqual(row);
    const restore = () => callEntity(boss, entity, 'restore', { body: { auditId: history[0]?.auditId } });
    const answers = await Promise.all([restore(), restore()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(await found(entity, row[entity.id])).toEqual({ ...row, recordVersion: 2 });
    const acts = (await audits(entity, row[entity.id])).map(({ action }) => action);
    expect(acts).toEqual(['insert', 'delete', 'restore']);
    const writers = await callEntity(boss, entity, 'writers', { body: { ids: [row[entity.id], 999_999_999] } });
    expect(writers.data).toEqual([{ id: String(row[entity.id]), source: '老板', time: expect.any(Number) }]);
  });

  test('a change is undone', async () => {
    const row = await added(entity);
    await callEntity(boss, entity, 'update', {
      body: { ...idOf(entity, row), ...(await changeOf(entity)), recordVersion: 1 },
    });
    const [last, first] = (await callEntity(boss, entity, 'history', { query: idOf(entity, row) })).data as {
      auditId: string;
    }[];
    expect((await callEntity(boss, entity, 'restore', { body: { auditId: last?.auditId } })).data).toEqual({
      ...row,
      recordVersion: 3,
      ...('lastModifyTime' in row ? { lastModifyTime: expect.any(Number) } : {}),
    });
    expect((await callEntity(boss, entity, 'restore', { body: { auditId: first?.auditId } })).status).toBe(0);
  });

  test('deleting several is all or none; without an id nothing is requested from the database', async () => {
    const rows = [await added(entity), await added(entity)];
    const ids = rows.map((row) => row[entity.id]);
    expect((await callEntity(boss, entity, 'deletes', { body: [...ids, 999_999_999] })).status).toBe(0);
    expect(await found(entity, ids[0])).toEqual(rows[0]);
    expect((await callEntity(boss, entity, 'deletes', { body: ids })).status).toBe(1);
    expect(await callEntity(boss, entity, 'delete', { body: {} })).toMatchObject({ status: 0, msg: '入参不能为空' });
    for (const body of [[], {}, { ids: null }, { ids: [] }])
      expect(await callEntity(boss, entity, 'deletes', { body })).toMatchObject({ status: 0, msg: '入参不能为空' });
    expect(await callEntity(boss, entity, 'update', { body: await sample(entity) })).toMatchObject({
      status: 0,
      msg: '入参不能为空',
    });
  });

  const list = (client: TestClient, query: Row) => callEntity(client, entity, 'query', { body: query });

  test('pages are complete and in a fixed order; POST, GET and the data paths answer alike', async () => {
    for (let index = 0; index < 4; index += 1) await added(entity);
    const all = (await list(boss, { pageSize: 9999 })).data as { records: Row[]; totalRecord: number };
    expect(all.totalRecord).toBe(all.records.length);
    const size = 3;
    const pages: Row[] = [];
    for (let page = 1; page <= Math.ceil(all.totalRecord / size); page += 1) {
      const { data } = await list(boss, { pageSize: size, currentPage: page });
      expect(data).toMatchObject({ totalRecord: all.totalRecord, totalPage: Math.ceil(all.totalRecord / size) });
      pages.push(...(data as { records: Row[] }).records);
    }
    expect(pages).toEqual(all.records);
    const first = (await list(boss, {})).data;
    expect((await callEntity(boss, entity, 'query', { also: true })).data).toEqual(first);
    expect((await callEntity(boss, entity, 'dataQuery', {})).data).toEqual(first);
    expect((await callEntity(boss, entity, 'dataExtQuery', {})).data).toEqual(first);
  });

  test.each(fieldsToTry(entity, (field) => field.search !== undefined))('%s is searched', async (name, field) => {
    const row = await added(entity);
    const shown = field.kind === 'reference' ? field.show : name;
    if (field.search === 'keyword') {
      const { data } = await list(boss, { keyword: String(row[shown]).toLowerCase(), pageSize: 9999 });
      expect(data.records).toContainEqual(row);
      expect((await list(boss, { keyword: 'no such thing %_' })).data.totalRecord).toBe(0);
      return;
    }
    const { data } = await list(boss, { [name]: [row[name]], pageSize: 9999 });
    expect(data.records).toContainEqual(row);
    expect((data.records as Row[]).every((other) => String(other[name]).includes(String(row[name])))).toBe(true);
    if (field.kind === 'reference')
      expect((await list(boss, { [name]: row[field.show], pageSize: 9999 })).data.records).toContainEqual(row);
    if (field.kind !== 'flag')
      expect(
        (await list(boss, { [name]: field.kind === 'reference' ? '999999999' : 'no-such' })).data.totalRecord,
      ).toBe(0);
  });

  const isOpen = (field: Field): boolean =>
    field.kind !== 'secret' && !(field.kind === 'text' && field.maskWhen !== undefined);
  test.each(fieldsToTry(entity, isOpen))('%s sorts both ways', async (name, field) => {
    const shown = field.kind === 'reference' && field.many !== true ? field.show : name;
    for (const columnName of new Set([name, shown])) {
      const [up, down] = await Promise.all(
        (['asc', 'desc'] as const).map(
          async (sortType) =>
            (await list(boss, { pageSize: 9999, sortRules: [{ columnName, sortType }] })).data.records as Row[],
        ),
      );
      const keys = (rows: Row[] | undefined) => (rows ?? []).map((row) => row[columnName]);
      expect([...keys(down)].reverse()).toEqual(keys(up));
    }
  });

  test('names that the declaration does not know are refused', async () => {
    for (const columnName of ['password_hash', 'id', "assetType'; drop table asset;--", '__proto__']) {
      const condition = { columnName, operation: 'equal', value: '1' };
      expect(await list(boss, { searchColumns: [condition] })).toMatchObject({
        status: 0,
        msg: expect.stringContaining('不支持的查询条件'),
      });
      expect((await callEntity(boss, entity, 'dataQuery', { query: { searchColumns: [condition] } })).status).toBe(0);
      expect(await list(boss, { sortRules: [{ columnName, sortType: 'asc' }] })).toMatchObject({
        status: 0,
        msg: expect.stringContaining('不支持的排序字段'),
      });
    }
    expect(
      (await list(boss, { searchColumns: [{ columnName: entity.id, operation: 'regexp', value: '.*' }] })).msg,
    ).toContain('不支持运算');
    expect((await list(boss, { noSuchFilter: '1' })).status).toBe(0);
  });

  test('conditions of the list calls find the row', async () => {
    const row = await added(entity);
    for (const [name, field] of fieldsOf(entity, isOpen)) {
      if (row[name] === null) continue;
      const equal = { propertyName: name, columnName: name, dataType: 'string', operation: 'equal', value: row[name] };
      const query = { searchColumns: [equal], pageSize: 9999 };
      const { status, data } = await callEntity(boss, entity, 'dataQuery', { query });
      expect([name, status]).toEqual([name, 1]);
      if (field.kind !== 'choice' || field.many !== true) expect(data.records).toContainEqual(row);
    }
    const between = [{ columnName: entity.id, operation: 'in', value: [row[entity.id]] }];
    expect((await callEntity(boss, entity, 'dataExtQuery', { query: { searchColumns: between } })).data).toMatchObject({
      totalRecord: 1,
      records: [row],
    });
  });
});

import { describe, expect, test } from 'vitest';
import type { Entity, UsedBy } from '#shared/entity/declare.ts';
import type { Text } from '#shared/i18n/text.ts';
import { allEntities, callEntity, sampleRow, seedTestDictionary } from '#testing/entities.ts';
import { fillTenant } from '#testing/fill-tenant.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp, type TestAnswer } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { referencesOf } from './present.ts';

// What is in use is not deleted, and anyone who tries is reported by what: made from the declarations and from the keys of the database.

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const home = await buildTenant(database, { code: 'HOME' });
await buildUser(database, { tenantId: home.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const english = { 'x-lang': 'en' };

const values = await database.system.selectFrom('md_code_dict').select(['code_type', 'code_value']).execute();
const dictionary = (dict: string): string => values.find((row) => row.code_type === dict)?.code_value ?? '';

type Row = Record<string, unknown>;
const entities = Object.values(allEntities);
const add = async (entity: Entity, more: Row = {}): Promise<Row> => {
  const body = { ...(await sampleRow(boss, entity, home.id, dictionary)), ...more };
  const answer = await callEntity(boss, entity, 'insert', { body });
  expect([answer.status, answer.msg]).toEqual([1, expect.any(String)]);
  return answer.data as Row;
};
const remove = (entity: Entity, row: Row, headers = {}): Promise<TestAnswer> =>
  callEntity(boss, entity, 'delete', { body: row, headers });
const rowOf = async (entity: Entity, id: unknown): Promise<Row> =>
  (await database.query<Row>(`select * from ${entity.table} where id = $1`, [Number(id)]))[0] as Row;

/** Fields that refuse rows of another tenant: they stay empty in a row that gets another tenant. */
const ofOwnTenant: Readonly<Record<string, Row>> = { process: { feedbackId: null } };
const emptiedWith = (user: Entity, changed: string): Row =>
  changed === user.tenantField ? { ...ofOwnTenant[user.name] } : {};

/** The row stays, and the refusal names what uses it in both languages. */
async function expectKept(entity: Entity, row: Row, user: { name: string; label: Text }, using = '') {
  const before = await rowOf(entity, row[entity.id]);
  const zh = await remove(entity, row);
  const en = await remove(entity, row, english);
  const { removeFailed = { zh: '删除失败', en: 'Deleting failed' } } = entity.message ?? {};
  expect([zh.http, zh.status, zh.msg]).toEqual([200, 0, expect.stringContaining(`条${user.label.zh}`)]);
  expect(zh.msg.startsWith(removeFailed.zh)).toBe(true);
  expect(en.msg).toContain(`${removeFailed.en}: it is in use by`);
  expect(en.msg).toContain(`× ${user.label.en}`);
  const users = (zh.data.users as { entity: string; label: string; names: string[] }[]).filter(
    (one) => one.entity === user.name && one.label === user.label.zh,
  );
  expect(users).not.toEqual([]);
  // The names are those of what uses it, in words of people.
  const own = entity.title.map((part) => String(row[part] ?? '')).filter((text) => text.length > 1);
  for (const name of users.flatMap(({ names }) => names)) {
    expect(own.filter((text) => name.includes(text) && !using.includes(text))).toEqual([]);
    expect(name).not.toMatch(/^\d{12,}$/);
  }
  expect(await rowOf(entity, row[entity.id])).toEqual(before);
}

const references = entities.flatMap((user) =>
  referencesOf(user).flatMap(([field, { entity, readOnly }]) => {
    const used = allEntities[entity] as Entity;
    const goesAlong = used.owns?.some((owned) => owned.entity === user.name && owned.by === field) === true;
    // The tenant of a part is that of its whole.
    const follows = readOnly === true || (user.partOf !== undefined && user.tenantField === field);
    return goesAlong || follows ? [] : [{ used, user, field, title: `${used.name} by ${field} of ${user.name}` }];
  }),
);

describe('rows of other entities', () => {
  test.each(references)(
    '$title: is kept and its users are named; without them it goes',
    async ({ used, user, field }) => {
      const kept = await add(used);
      const using = await add(user, { ...emptiedWith(user, field), [field]: kept[used.id] });
      const ownTexts = Object.keys(user.fields).filter((name) => user.fields[name]?.kind !== 'reference');
      await expectKept(used, kept, user, ownTexts.map((name) => using[name]).join(' '));
      expect(await remove(user, using)).toMatchObject({ status: 1 });
      expect(await remove(used, kept)).toMatchObject({ status: 1 });
    },
  );
});

const declared = entities.flatMap((entity) =>
  (entity.usedBy ?? []).map((used) => ({ entity, used, title: `${entity.name} by ${used.table}.${used.column}` })),
);

/** Tables without tenants that nothing refers to: they get a row here. */
const loners: Readonly<Record<string, (used: UsedBy, value: unknown) => Promise<unknown>>> = {
  unknown_port: async ({ column }, value) => {
    const [source] = await database.query<{ id: number }>('select id from source limit 1');
    const [sourceId, portId] = column === 'source_id' ? [value, null] : [source?.id, value];
    await database.execute(
      `insert into unknown_port (raw_code, source_id, state, port_id, first_seen_at)
       values ($1, $2, case when $3::bigint is null then 'open' else 'mapped' end, $3, now())`,
      [column, sourceId, portId],
    );
  },
};

describe('rows of the rest of the product', async () => {
  const rows = new Map<Entity, Row>();
  for (const { entity } of declared) if (!rows.has(entity)) rows.set(entity, await add(entity));
  const raws = new Map<Entity, Row>();
  for (const [entity, row] of rows) raws.set(entity, await rowOf(entity, row[entity.id]));
  const of = ({ entity, used }: (typeof declared)[number]): unknown => raws.get(entity)?.[used.of ?? 'id'];
  const tenant = [...raws].find(([entity]) => entity.table === 'tenant')?.[1];
  await fillTenant(database, {
    tenantId: Number(tenant?.['id']),
    mark: 'USING',
    firstId: 800_000_000_000,
    values: {
      'source.protocol': 'dcsa',
      'report_recipient.user_id': null,
      ...Object.fromEntries(declared.map((one) => [`${one.used.table}.${one.used.column}`, of(one)])),
    },
  });
  for (const one of declared) await loners[one.used.table]?.(one.used, of(one));

  test.each(declared)('$title: is kept and its users are named', async ({ entity, used }) => {
    await expectKept(entity, rows.get(entity) as Row, { name: used.table, label: used.label });
  });
});

/** Follows from the row that it goes with, and is nothing of its own. */
const derived = new Set([
  'analytics_watermark',
  'rate_price',
  'rate_price_day',
  'rate_price_work',
  'vehicle_state',
  'vehicle_excursion',
  'vehicle_alarm',
  'vehicle_device',
  'vehicle_network',
  'vehicle_held',
  'cargo_order',
  'order_tie',
  'price_change',
  'push_nonce',
  'robot_site',
  'pushed_retraction',
  'source_calls',
  'source_key_health',
  'source_token',
  'source_tolerance',
]);

test('every key of the database that would stop a removal, or empty what refers to it, is known to the declaration', async () => {
  const keys = await database.query<{ table: string; column: string; target: string; rule: string; filled: boolean }>(
    `select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target,
            c.confdeltype::text as rule, a.attnotnull as filled
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.conparentid = 0 and array_length(c.conkey, 1) = 1`,
  );
  /** Rows of this table cannot be without a row of another table that is named already. */
  const implied = (table: string, named: ReadonlySet<string>, seen: readonly string[] = []): boolean =>
    keys.some(
      (key) =>
        key.table === table &&
        key.filled &&
        !seen.includes(key.target) &&
        (named.has(key.target) || implied(key.target, named, [...seen, table])),
    );
  const unknown = entities.flatMap((entity) => {
    const named = new Set([
      ...(entity.usedBy ?? []).map((used) => used.table),
      ...references.filter(({ used }) => used === entity).map(({ user }) => user.table),
      ...(entity.owns ?? []).map((owned) => allEntities[owned.entity]?.table ?? ''),
    ]);
    return keys
      .filter(({ target, table }) => target === entity.table && !named.has(table) && !implied(table, named))
      .filter(({ table, rule }) => rule !== 'c' || !derived.has(table))
      .map(({ table, column }) => `${entity.name} <- ${table}.${column}`);
  });
  expect(unknown).toEqual([]);
  expect([references.length > 5, declared.length > 20]).toEqual([true, true]);
});

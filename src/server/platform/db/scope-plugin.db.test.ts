import { CompiledQuery, sql, type Kysely } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DB } from '#generated/schema.ts';
import { testDatabase } from '#testing/test-database.ts';
import { ts } from './instants.ts';
import { json } from './json.ts';

const database = await testDatabase();
const { system } = database;
const NOW = ts(Date.UTC(2026, 0, 1));

let mine = 0;
let second = 0;
let other = 0;
let db: Kysely<DB>;
let both: Kysely<DB>;

const subscription = (tenant_id: number, bill_no: string) => ({
  tenant_id,
  bill_no,
  subject: 'bill' as const,
  carrier_code: 'AAAA',
  channel: 'EDI',
  source_type: 'CARRIER',
  subscribed_at: NOW,
  created_at: NOW,
});
const change = (tenant_id: number, shipment_id: number) => ({
  tenant_id,
  shipment_id,
  known_at: NOW,
  changes: json([]),
});

beforeAll(async () => {
  const tenants = await system
    .insertInto('tenant')
    .values([
      { code: 'MINE', name: 'm' },
      { code: 'SECOND', name: 's' },
      { code: 'OTHER', name: 'o' },
    ])
    .returning('id')
    .execute();
  [mine, second, other] = tenants.map(({ id }) => id) as [number, number, number];
  db = database.scoped({ kind: 'tenants', tenantIds: [mine] });
  both = database.scoped({ kind: 'tenants', tenantIds: [second, mine] });
  const rows = await system
    .insertInto('subscription')
    .values([subscription(mine, 'M1'), subscription(mine, 'M2'), subscription(second, 'S1'), subscription(other, 'O1')])
    .returning(['id', 'tenant_id', 'bill_no'])
    .execute();
  const source = await system
    .insertInto('source')
    .values({
      code: 'SRC',
      protocol: 'dcsa',
      source_type: 'CARRIER',
      channel: 'API',
      name_cn: 'x',
      name_en: 'x',
      base_url: 'http://x',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await system
    .insertInto('subscription_source')
    .values(rows.map((row) => ({ tenant_id: row.tenant_id, subscription_id: row.id, source_id: source.id })))
    .execute();
  await system
    .insertInto('rule_setting')
    .values([
      { tenant_id: null, rule_code: 'R' },
      { tenant_id: mine, rule_code: 'R' },
      { tenant_id: other, rule_code: 'R' },
    ])
    .execute();
  await system
    .insertInto('live_event')
    .values([null, mine, other].map((tenant_id) => ({ tenant_id, at: NOW, topic: 't', payload: json({}) })))
    .execute();
});

describe('reading', () => {
  test('a table, with and without alias, and with conditions that contain or', async () => {
    expect(await db.selectFrom('subscription').select('bill_no').orderBy('bill_no').execute()).toEqual([
      { bill_no: 'M1' },
      { bill_no: 'M2' },
    ]);
    expect(
      await db.selectFrom('subscription as s').select('s.bill_no').where('s.bill_no', '=', 'O1').execute(),
    ).toEqual([]);
    const raw = db
      .selectFrom('subscription')
      .select('bill_no')
      .where(sql<boolean>`bill_no = 'M1' or bill_no = 'O1'`);
    expect(await raw.execute()).toEqual([{ bill_no: 'M1' }]);
    const or = db
      .selectFrom('subscription')
      .select('bill_no')
      .where((eb) => eb.or([eb('bill_no', '=', 'S1'), eb('bill_no', '=', 'M2')]));
    expect(await or.execute()).toEqual([{ bill_no: 'M2' }]);
    expect(await both.selectFrom('subscription').select('bill_no').orderBy('bill_no').execute()).toHaveLength(3);
  });

  test('counts, groups and distinct', async () => {
    const { n } = await db
      .selectFrom('subscription')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(n).toBe(2);
    const groups = await both
      .selectFrom('subscription')
      .select(['tenant_id'])
      .distinct()
      .orderBy('tenant_id')
      .execute();
    expect(groups.map((row) => row.tenant_id)).toEqual([mine, second]);
  });

  test('an empty scope sees nothing, scope all sees everything', async () => {
    expect(
      await database.scoped({ kind: 'tenants', tenantIds: [] }).selectFrom('subscription').selectAll().execute(),
    ).toEqual([]);
    expect(await database.scoped({ kind: 'all' }).selectFrom('subscription').selectAll().execute()).toHaveLength(4);
  });

  test('tenants themselves', async () => {
    expect(await both.selectFrom('tenant').select('code').orderBy('id').execute()).toEqual([
      { code: 'MINE' },
      { code: 'SECOND' },
    ]);
  });

  test('rows without a tenant: shared settings are read, the rest belongs to scope all', async () => {
    expect(await db.selectFrom('rule_setting').select('tenant_id').orderBy('id').execute()).toEqual([
      { tenant_id: null },
      { tenant_id: mine },
    ]);
    expect(await both.selectFrom('rule_setting as r').select('r.tenant_id').orderBy('r.id').execute()).toHaveLength(2);
    expect(await db.selectFrom('live_event').select('tenant_id').execute()).toEqual([{ tenant_id: mine }]);
    expect(await system.selectFrom('live_event').select('tenant_id').execute()).toHaveLength(3);
  });

  test('inner, left and cross joins', async () => {
    const inner = await db
      .selectFrom('subscription_source as ss')
      .innerJoin('subscription as s', 's.id', 'ss.subscription_id')
      .select('s.bill_no')
      .orderBy('s.bill_no')
      .execute();
    expect(inner.map((row) => row.bill_no)).toEqual(['M1', 'M2']);
    // Other tables go first: a row of theirs stays, with nothing from other tenants beside it.
    const left = await db
      .selectFrom('source as c')
      .leftJoin('subscription as s', (join) =>
        join.on((eb) => eb.or([eb('s.bill_no', '=', 'O1'), eb('s.bill_no', '=', 'S1')])),
      )
      .select(['c.code', 's.bill_no'])
      .execute();
    expect(left).toEqual([{ code: 'SRC', bill_no: null }]);
    const crossed = await db.selectFrom('source').crossJoin('subscription').select('bill_no').execute();
    expect(crossed).toHaveLength(2);
    const list = await db.selectFrom(['source', 'subscription as s']).select('s.bill_no').execute();
    expect(list).toHaveLength(2);
  });

  test('right and full joins', async () => {
    const right = await db
      .selectFrom('subscription_source as ss')
      .rightJoin('subscription as s', (join) =>
        join.onRef('s.id', '=', 'ss.subscription_id').on('ss.last_error', '=', 'never'),
      )
      .select(['s.bill_no', 'ss.id as source'])
      .orderBy('s.bill_no')
      .execute();
    expect(right).toEqual([
      { bill_no: 'M1', source: null },
      { bill_no: 'M2', source: null },
    ]);
    const full = await db
      .selectFrom('subscription as a')
      .fullJoin('subscription as b', (join) => join.onRef('a.id', '=', 'b.id').on('a.bill_no', '=', 'M1'))
      .select(['a.bill_no as a', 'b.bill_no as b'])
      .execute();
    expect(full).toHaveLength(3);
    expect(
      full.flatMap((row) => [row.a, row.b]).filter((bill) => bill?.startsWith('O') || bill?.startsWith('S')),
    ).toEqual([]);
  });

  test('lateral joins, subqueries in from, where and select', async () => {
    const lateral = await db
      .selectFrom('source as c')
      .innerJoinLateral(
        (eb) => eb.selectFrom('subscription as s').select('s.bill_no').where('s.bill_no', 'like', '%1').as('x'),
        (join) => join.onTrue(),
      )
      .select('x.bill_no')
      .execute();
    expect(lateral).toEqual([{ bill_no: 'M1' }]);
    const from = await db
      .selectFrom((eb) => eb.selectFrom('subscription').select('bill_no').as('x'))
      .select('x.bill_no')
      .execute();
    expect(from).toHaveLength(2);
    const exists = await db
      .selectFrom('source')
      .select('code')
      .where((eb) => eb.exists(eb.selectFrom('subscription').select('id').where('bill_no', '=', 'O1')))
      .execute();
    expect(exists).toEqual([]);
    const selected = await db
      .selectFrom('source')
      .select((eb) => eb.selectFrom('subscription').select(eb.fn.countAll<number>().as('n')).as('n'))
      .executeTakeFirstOrThrow();
    expect(selected.n).toBe(2);
    const unbound = await db
      .selectFrom(system.selectFrom('subscription').select('bill_no').as('x'))
      .select('x.bill_no')
      .execute();
    expect(unbound).toHaveLength(2);
    const own = await db
      .selectFrom(db.selectFrom('subscription').select('bill_no').as('x'))
      .select('x.bill_no')
      .execute();
    expect(own).toHaveLength(2);
  });

  test('common table expressions, unions and locks', async () => {
    const cte = await db
      .with('open_ones', (qb) => qb.selectFrom('subscription').select(['id', 'bill_no']))
      .selectFrom('open_ones')
      .innerJoin('subscription_source as ss', 'ss.subscription_id', 'open_ones.id')
      .select('open_ones.bill_no')
      .execute();
    expect(cte).toHaveLength(2);
    const union = await db
      .selectFrom('subscription')
      .select('bill_no')
      .unionAll((eb) => eb.selectFrom('subscription').select('bill_no'))
      .execute();
    expect(union).toHaveLength(4);
    expect(await db.selectFrom('subscription').select('id').forUpdate().skipLocked().execute()).toHaveLength(2);
  });

  test('a functionally dependent column may still be selected from a group', async () => {
    const rows = await db
      .selectFrom('subscription as s')
      .innerJoin('subscription_source as ss', 'ss.subscription_id', 's.id')
      .select(['s.id', 's.bill_no', (eb) => eb.fn.countAll<number>().as('n')])
      .groupBy('s.id')
      .execute();
    expect(rows).toHaveLength(2);
  });

  test('functions that give rows', async () => {
    const ids = await db
      .selectFrom(sql<{ id: number }>`unnest(${[1, 2]}::int8[])`.as<'u'>(sql`u(id)`))
      .select('u.id')
      .execute();
    expect(ids).toEqual([{ id: 1 }, { id: 2 }]);
    const expression = await db
      .selectFrom('subscription')
      .select(sql<number>`extract(epoch from subscribed_at)::int8`.as('at'))
      .where(sql<boolean>`bill_no is distinct from 'M1'`)
      .execute();
    expect(expression).toEqual([{ at: NOW.getTime() / 1000 }]);
  });
});

describe('writing', () => {
  test('inserts only into the scope', async () => {
    expect(
      await db.insertInto('subscription').values(subscription(mine, 'NEW')).returning('bill_no').execute(),
    ).toEqual([{ bill_no: 'NEW' }]);
    await db.deleteFrom('subscription').where('bill_no', '=', 'NEW').execute();
    const outside = { name: 'AppError', kind: 'forbidden' };
    await expect(db.insertInto('subscription').values(subscription(other, 'X')).execute()).rejects.toMatchObject(
      outside,
    );
    await expect(
      db
        .insertInto('subscription')
        .values([subscription(mine, 'X'), subscription(other, 'X')])
        .execute(),
    ).rejects.toMatchObject(outside);
    const sly = { ...subscription(mine, 'X'), tenant_id: sql<number>`${other}::int8` };
    await expect(db.insertInto('subscription').values(sly).execute()).rejects.toMatchObject(outside);
    await expect(
      db
        .insertInto('live_event')
        .values({ at: NOW, topic: 't', payload: json(1) })
        .execute(),
    ).rejects.toMatchObject(outside);
    await expect(
      db.insertInto('rule_setting').values({ tenant_id: null, rule_code: 'Q' }).execute(),
    ).rejects.toMatchObject(outside);
    await expect(db.insertInto('tenant').values({ code: 'T', name: 't' }).execute()).rejects.toMatchObject(outside);
    expect(await system.selectFrom('subscription').select('id').where('bill_no', '=', 'X').execute()).toEqual([]);
    await db.insertInto('login_failure').values({ key: 'k', failures: 1, last_at: NOW }).execute();
  });

  test('inserts what it selects from the scope', async () => {
    const copied = await db
      .insertInto('subscription_source')
      .columns(['tenant_id', 'subscription_id', 'source_id', 'last_error'])
      .expression((eb) =>
        eb
          .selectFrom('subscription as s')
          .innerJoin('subscription_source as ss', 'ss.subscription_id', 's.id')
          .select(['s.tenant_id', 's.id', 'ss.source_id', eb.val('copy').as('e')]),
      )
      .onConflict((oc) => oc.columns(['subscription_id', 'source_id']).doUpdateSet({ last_error: 'copy' }))
      .returning('id')
      .execute();
    expect(copied).toHaveLength(2);
    await expect(
      db
        .insertInto('shipment_change')
        .columns(['tenant_id', 'shipment_id', 'known_at', 'changes'])
        .expression((eb) =>
          eb.selectFrom('subscription').select(['id as tenant_id', 'id', eb.val(NOW).as('k'), eb.val('[]').as('c')]),
        )
        .execute(),
    ).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('a conflict never changes a row of others', async () => {
    const [row] = await system.selectFrom('subscription').select('id').where('bill_no', '=', 'O1').execute();
    const result = await db
      .insertInto('user_tenant')
      .values({ user_id: await user(), tenant_id: mine })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst();
    expect(result.numInsertedOrUpdatedRows).toBe(1n);
    await sql`insert into subscription_source (tenant_id, subscription_id, source_id) select ${mine}, id, source_id from subscription_source where false`.execute(
      system,
    );
    const source = await system.selectFrom('source').select('id').executeTakeFirstOrThrow();
    const attempt = await db
      .insertInto('subscription_source')
      .values({ tenant_id: mine, subscription_id: row?.id ?? 0, source_id: source.id })
      .onConflict((oc) => oc.columns(['subscription_id', 'source_id']).doUpdateSet({ last_error: 'mine now' }))
      .executeTakeFirst();
    expect(attempt.numInsertedOrUpdatedRows).toBe(0n);
    expect(
      await system.selectFrom('subscription_source').select('id').where('last_error', '=', 'mine now').execute(),
    ).toEqual([]);
  });

  test('updates and deletes only in the scope', async () => {
    const updated = await db.updateTable('subscription').set({ remark: 'seen' }).executeTakeFirst();
    expect(updated.numUpdatedRows).toBe(2n);
    const aliased = await db
      .updateTable('subscription as s')
      .set({ remark: 'again' })
      .where('s.bill_no', 'in', ['M1', 'O1'])
      .executeTakeFirst();
    expect(aliased.numUpdatedRows).toBe(1n);
    const joined = await db
      .updateTable('source')
      .from('subscription as s')
      .set({ last_error: 'x' })
      .where('s.bill_no', '=', 'O1')
      .executeTakeFirst();
    expect(joined.numUpdatedRows).toBe(0n);
    expect((await db.deleteFrom('subscription').where('bill_no', '=', 'O1').executeTakeFirst()).numDeletedRows).toBe(
      0n,
    );
    const using = await db
      .deleteFrom('subscription_source')
      .using('subscription as s')
      .whereRef('s.id', '=', 'subscription_source.subscription_id')
      .where('s.bill_no', '=', 'S1')
      .executeTakeFirst();
    expect(using.numDeletedRows).toBe(0n);
    expect((await db.updateTable('rule_setting').set({ enabled: false }).executeTakeFirst()).numUpdatedRows).toBe(1n);
    expect((await db.updateTable('tenant').set({ name_en: 'mine' }).executeTakeFirst()).numUpdatedRows).toBe(1n);
  });

  test('a row is never given away', async () => {
    await expect(db.updateTable('subscription').set({ tenant_id: other }).execute()).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(
      db
        .updateTable('subscription')
        .set((eb) => ({ tenant_id: eb.ref('id') }))
        .execute(),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    await both.updateTable('subscription').set({ tenant_id: second }).where('bill_no', '=', 'M2').execute();
    await both.updateTable('subscription').set({ tenant_id: mine }).where('bill_no', '=', 'M2').execute();
    await expect(
      db
        .insertInto('subscription')
        .values(subscription(mine, 'M1'))
        .onConflict((oc) => oc.column('id').doUpdateSet({ tenant_id: other }))
        .execute(),
    ).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('a statement that changes data within a common table expression is limited too', async () => {
    const rows = await db
      .with('gone', (qb) => qb.updateTable('subscription').set({ remark: 'cte' }).returning('bill_no'))
      .selectFrom('gone')
      .selectAll()
      .execute();
    expect(rows.map((row) => row.bill_no).sort()).toEqual(['M1', 'M2']);
    await expect(
      db
        .with('made', (qb) => qb.insertInto('shipment_change').values(change(other, 1)).returning('id'))
        .selectFrom('made')
        .selectAll()
        .execute(),
    ).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('what cannot be limited is refused', () => {
  const refusals: [string, () => Promise<unknown>][] = [
    ['a raw statement', () => sql`select * from subscription`.execute(db)],
    [
      'a raw subquery',
      () =>
        db
          .selectFrom('source')
          .select(sql<number>`(select count(*) from subscription)`.as('n'))
          .execute(),
    ],
    [
      'a raw subquery in where',
      () =>
        db
          .selectFrom('source')
          .select('id')
          .where(sql<boolean>`exists (SELECT 1 from subscription)`)
          .execute(),
    ],
    [
      'a raw table',
      () =>
        db
          .selectFrom(sql<{ id: number }>`subscription`.as('s'))
          .select('s.id')
          .execute(),
    ],
    [
      'a raw list of tables',
      () =>
        db
          .selectFrom(sql<{ id: number }>`unnest('{1}'::int8[]) u(id), subscription`.as('s'))
          .select('id')
          .execute(),
    ],
    [
      'a raw table node',
      () =>
        db
          .selectFrom(sql<{ id: number }>`${sql.table('subscription')}`.as('s'))
          .select('s.id')
          .execute(),
    ],
    [
      'a nested raw fragment',
      () =>
        db
          .selectFrom('source')
          .select(sql`${sql.raw('(select 1)')}`.as('n'))
          .execute(),
    ],
    [
      'a union in raw text',
      () =>
        db
          .selectFrom('source')
          .select('id')
          .modifyEnd(sql`union select id from subscription`)
          .execute(),
    ],
    [
      'a table expression named like a table',
      () =>
        db
          .with('tenant', (qb) => qb.selectFrom('source').selectAll())
          .selectFrom('tenant')
          .selectAll()
          .execute(),
    ],
    [
      'merge',
      () => db.mergeInto('subscription as s').using('source as c', 'c.id', 's.id').whenMatched().thenDelete().execute(),
    ],
    ['a change of the schema', () => db.schema.dropTable('subscription').execute()],
    ['a compiled raw query', () => db.executeQuery(CompiledQuery.raw('select * from subscription'))],
    ['taking the limit off', async () => db.withoutPlugins().selectFrom('subscription').selectAll().execute()],
  ];
  test.each(refusals)('%s', async (_name, run) => {
    await expect((async () => run())()).rejects.toThrow(/refused/);
    expect(await system.selectFrom('subscription').select('id').execute()).toHaveLength(4);
  });

  test('after a refusal the view works as before', async () => {
    expect(await db.selectFrom('subscription').select('id').execute()).toHaveLength(2);
  });
});

async function user(): Promise<number> {
  const { id } = await system
    .insertInto('app_user')
    .values({ tenant_id: mine, user_code: 'u', name_cn: 'u', user_type: 'user' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

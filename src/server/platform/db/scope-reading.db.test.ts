import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildScopeRows, SCOPE_NOW as NOW } from '#testing/scope-rows.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const { system } = database;
const { mine, second, db, both } = await buildScopeRows(database);

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

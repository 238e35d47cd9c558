import { CompiledQuery, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildScopeRows, SCOPE_NOW as NOW, scopeSubscription } from '#testing/scope-rows.ts';
import { testDatabase } from '#testing/test-database.ts';
import { json } from './json.ts';

const database = await testDatabase();
const { system } = database;
const { mine, second, other, db, both } = await buildScopeRows(database);

const change = (tenant_id: number, shipment_id: number) => ({
  tenant_id,
  shipment_id,
  known_at: NOW,
  changes: json([]),
});

describe('writing', () => {
  test('inserts only into the scope', async () => {
    expect(
      await db.insertInto('subscription').values(scopeSubscription(mine, 'NEW')).returning('bill_no').execute(),
    ).toEqual([{ bill_no: 'NEW' }]);
    await db.deleteFrom('subscription').where('bill_no', '=', 'NEW').execute();
    const outside = { name: 'AppError', kind: 'forbidden' };
    await expect(db.insertInto('subscription').values(scopeSubscription(other, 'X')).execute()).rejects.toMatchObject(
      outside,
    );
    await expect(
      db
        .insertInto('subscription')
        .values([scopeSubscription(mine, 'X'), scopeSubscription(other, 'X')])
        .execute(),
    ).rejects.toMatchObject(outside);
    const sly = { ...scopeSubscription(mine, 'X'), tenant_id: sql<number>`${other}::int8` };
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
        .values(scopeSubscription(mine, 'M1'))
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

import { describe, expect, test } from 'vitest';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { analystRole } from '#testing/analyst-role.ts';
import { fillAnalytics } from '#testing/analytics-rows.ts';
import { datasets } from './datasets/index.ts';
import { viewSql } from './view-sql.ts';

const database = await testDatabase();
const mine = await buildTenant(database);
const theirs = await buildTenant(database);
await fillAnalytics(database, mine.id);
await fillAnalytics(database, theirs.id);
const { role, asRole } = await analystRole(database, mine.id);

type Described = { relation: string; column: string; type: string; comment: string };
const DESCRIBED = `
  select c.relname::text as relation, a.attname::text as column, format_type(a.atttypid, null) as type,
    col_description(c.oid, a.attnum) as comment
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace = 'analytics'::regnamespace and c.relkind = 'v' order by c.relname, a.attnum`;

describe('the views', () => {
  test('have the declared columns, types and comments', async () => {
    const found = await database.query<Described>(DESCRIBED);
    const declared = datasets
      .flatMap(({ name, columns }) =>
        Object.entries(columns).map(([column, { type, about }]) => ({
          relation: name,
          column,
          type: type === 'timestamptz' ? 'timestamp with time zone' : type,
          comment: `${about.zh} / ${about.en}`,
        })),
      )
      .sort((a, b) => (a.relation < b.relation ? -1 : a.relation > b.relation ? 1 : 0));
    expect(found).toEqual(declared);
    const comments = await database.query<{ name: string; comment: string }>(
      `select relname::text as name, obj_description(oid, 'pg_class') as comment from pg_class
       where relnamespace = 'analytics'::regnamespace and relkind = 'v' order by 1`,
    );
    expect(comments).toEqual(
      datasets
        .map(({ name, about }) => ({ name, comment: `${about.zh} / ${about.en}` }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
  });

  test('are those of the migrations: a changed declaration needs a new migration', async () => {
    const definitions = () =>
      database.query(
        `select relname::text as name, pg_get_viewdef(oid) as text, reloptions from pg_class
         where relnamespace = 'analytics'::regnamespace and relkind = 'v' order by 1`,
      );
    const before = await definitions();
    const after = await database
      .transaction(async () => {
        for (const statement of datasets.flatMap((dataset) => viewSql(dataset))) await database.execute(statement);
        throw Object.assign(new Error('undo'), { made: await definitions() });
      })
      .catch((error: unknown) => (error as { made: unknown }).made);
    expect(after).toEqual(before);
  });

  test('show a role the rows of its tenant and of no other', async () => {
    for (const dataset of datasets) {
      const seen = await asRole(`select * from analytics.${dataset.name}`);
      expect(seen.length, dataset.name).toBeGreaterThan(0);
    }
    const [counted] = await database.query<{ own: number; all: number }>(
      'select count(*) filter (where tenant_id = $1)::int as own, count(*)::int as all from subscription',
      [mine.id],
    );
    expect(counted?.all).toBe(2 * (counted?.own ?? 0));
    expect(await asRole('select * from analytics.shipment')).toHaveLength(counted?.own ?? -1);
    const numbers = await asRole('select bill_no from analytics.shipment');
    expect(numbers.every(({ bill_no: no }) => String(no).startsWith(`T${mine.id}-`))).toBe(true);
  });

  test('show nothing to a role that is not known, that is suspended, or whose tenant is not active', async () => {
    const nothing = async (): Promise<void> => {
      for (const { name } of datasets) expect(await asRole(`select * from analytics.${name}`), name).toEqual([]);
    };
    await database.execute(`update analytics_role set suspended_at = now() where role_name = $1`, [role]);
    await nothing();
    await database.execute(`update analytics_role set suspended_at = null where role_name = $1`, [role]);
    await database.execute(`update tenant set active = false where id = $1`, [mine.id]);
    await nothing();
    await database.execute(`update tenant set active = true where id = $1`, [mine.id]);
    expect(await database.query('select * from analytics.shipment')).toEqual([]);
  });

  test('give the values and sources of milestones', async () => {
    const [row] = await asRole(
      `select * from analytics.milestone where milestone_code = 'LOBD' order by shipment_id limit 1`,
    );
    expect(row).toMatchObject({
      container_no: 'MSCU1234565',
      place_code: 'CNSHA',
      occurrence: 1,
      planned_time: Date.UTC(2026, 0, 10, 4),
      planned_source: 'dcsa:TEST',
      planned_source_type: 'CARRIER',
      estimated_time: null,
      estimated_source: null,
      actual_time: Date.UTC(2026, 0, 10, 6, 7, 8) + 123,
      actual_source: 'ft',
      actual_source_type: 'FT',
    });
  });
});

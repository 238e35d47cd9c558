import type { Database } from '#server/platform/db/database.ts';
import { codeOf } from '#shared/values/errors.ts';
import type { LoggedStatement } from './statement-log.ts';

const UNIQUE_VIOLATION = '23505';
const schema = 'parted';
const partitions = 4;
const rowsWanted = 4_000;
const maxCopies = 400;

type Table = { name: string; columns: string; identities: string[]; indexes: Index[] | null };
/** `whole`: unique among the rows of all tenants. */
type Index = { text: string; whole: boolean };

const tablesSql = `
  select c.relname as name,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute a
      where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    array(select attname::text from pg_attribute a where a.attrelid = c.oid and attidentity <> '') as identities,
    (select jsonb_agg(jsonb_build_object('text', pg_get_indexdef(i.indexrelid), 'whole', i.indisunique and not a.attnum = any(i.indkey)))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'tenant_id' where i.indrelid = c.oid) as indexes
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1) order by 1`;

/** The same index of the twin; what is unique is so for each tenant. */
function twinOf({ text, whole }: Index, table: string): string {
  const twin = text.replace(/^(create (?:unique )?index) \S+ on (?:only )?\S+/i, `$1 on ${schema}."${table}"`);
  return whole ? twin.replace('USING btree (', 'USING btree (tenant_id, ') : twin;
}

/** Makes twins of these tables, with their rows, in partitions by tenant. */
export async function makeTenantPartitions(database: Database, tables: readonly string[]): Promise<void> {
  await database.execute(`create schema ${schema}`);
  for (const { name, columns, identities, indexes } of await database.query<Table>(tablesSql, [tables])) {
    const twin = `${schema}."${name}"`;
    await database.execute(
      `create table ${twin} (like public."${name}" including defaults including generated) partition by hash (tenant_id)`,
    );
    for (let part = 0; part < partitions; part += 1)
      await database.execute(
        `create table ${schema}."${name}_part${part}" partition of ${twin} for values with (modulus ${partitions}, remainder ${part})`,
      );
    for (const column of identities) {
      const sequence = `${schema}."${name}_${column}_next"`;
      await database.execute(`create sequence ${sequence} start 900000000000`);
      await database.execute(`alter table ${twin} alter column "${column}" set default nextval('${sequence}')`);
    }
    for (const index of indexes ?? []) await database.execute(twinOf(index, name));
    // As many tenants have the same rows: with few rows the planner reads whole tables rather than by an index.
    await database.execute(
      `insert into ${twin} (${columns})
       select ${columns.replace(/\btenant_id\b/, 'tenant_id + copy').replace(/^id\b/, 'id + copy * 10000000000')} from public."${name}", generate_series(0, (
         select least(${maxCopies}, ${rowsWanted} / greatest(1, count(*)))::int from public."${name}")) as copies(copy)`,
    );
  }
  await database.execute('analyze');
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops'?: number;
  Plans?: Plan[];
  [condition: string]: unknown;
};

/** What a statement reads of one table in one place of its plan: partitions that were reached, and whether a condition names the tenant. */
type Reading = { table: string; reached: Set<string>; limited: boolean };

const namesTenant = (plan: Plan, conditions: readonly string[]): boolean =>
  conditions.some((name) => /\btenant_id\b[^<>]{0,40}= /.test(String(plan[name] ?? '')));

/** All readings of partitions in a plan. */
function readingsOf(plan: Plan): Reading[] {
  const children = plan.Plans ?? [];
  const own = new Map<string, Reading>();
  for (const child of children) {
    const scan = scanOf(child);
    const name = scan?.['Relation Name'] ?? '';
    const table = /^(.+)_part\d+$/.exec(name)?.[1];
    if (scan === undefined || table === undefined) continue;
    const reading = own.get(table) ?? { table, reached: new Set(), limited: true };
    if ((scan['Actual Loops'] ?? 0) > 0) reading.reached.add(name);
    reading.limited &&= namesTenant(scan, ['Index Cond', 'Filter', 'Recheck Cond']);
    own.set(table, reading);
  }
  const below = children.flatMap(readingsOf);
  // Where there is no row to join, a condition may stand at the join instead.
  if (namesTenant(plan, ['Join Filter'])) for (const reading of below) reading.limited ||= reading.reached.size === 0;
  return [...own.values(), ...below];
}

/** The scan under sorts and the like. */
function scanOf(plan: Plan): Plan | undefined {
  if (plan['Relation Name'] !== undefined) return plan;
  const only = plan.Plans?.length === 1 ? plan.Plans[0] : undefined;
  return only === undefined ? undefined : scanOf(only);
}

/** What is wrong with a statement where tables are in partitions by tenant. */
export type Spread = LoggedStatement & { problem: string };

const explained = /^\s*(?:select|insert|update|delete|with|merge|values)\b/i;

/** Statements that read more than one partition of a table, or cannot run on partitions, each once. */
export async function spreadStatements(database: Database, statements: readonly LoggedStatement[]): Promise<Spread[]> {
  const found = new Map<string, Spread>();
  for (const statement of statements) {
    if (!explained.test(statement.text) || found.has(statement.text)) continue;
    const problem = await problemOf(database, statement);
    if (problem !== undefined) found.set(statement.text, { ...statement, problem });
  }
  return [...found.values()];
}

async function problemOf(database: Database, { text, values }: LoggedStatement): Promise<string | undefined> {
  let plan: Plan | undefined;
  const undo = new Error('undone');
  try {
    await database.transaction(async () => {
      await database.execute(`set local search_path = ${schema}, public`);
      await database.execute('set local enable_hashjoin = off');
      await database.execute('set local enable_mergejoin = off');
      await database.execute('set local enable_material = off');
      await database.execute('set local enable_memoize = off');
      await database.execute('set local enable_seqscan = off');
      await database.execute('set local enable_bitmapscan = off');
      const [row] = await database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json, timing off) ${text}`,
        [...values],
      );
      plan = row?.['QUERY PLAN'][0]?.Plan;
      throw undo;
    });
  } catch (error) {
    // A row of the call itself is there by now: the statement was planned and began.
    if (codeOf(error) === UNIQUE_VIOLATION) return undefined;
    if (error !== undo) return `cannot run: ${String(error)}`;
  }
  if (plan === undefined) return 'has no plan';
  const wide = readingsOf(plan).filter(({ reached, limited }) => reached.size > 1 || (reached.size === 0 && !limited));
  return wide.length === 0
    ? undefined
    : `reads all of ${[...new Set(wide.map(({ table }) => table))].sort().join(', ')}`;
}

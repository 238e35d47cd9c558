import type { Database } from '#server/platform/db/database.ts';
import type { LoggedStatement } from './statement-log.ts';

const schema = 'parted';
const partitions = 4;

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
  for (const { name, identities, indexes } of await database.query<Table>(tablesSql, [tables])) {
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
  }
  await refillTenantPartitions(database);
}

/** Puts the rows of today into the twins. */
export async function refillTenantPartitions(database: Database): Promise<void> {
  const twins = await database.query<{ name: string }>(`select relname as name from pg_class where relkind = 'p' and relnamespace = '${schema}'::regnamespace`);
  for (const { name, columns } of await database.query<Table>(tablesSql, [twins.map(({ name }) => name)])) {
    await database.execute(`truncate ${schema}."${name}"`);
    await database.execute(`insert into ${schema}."${name}" (${columns}) select ${columns} from public."${name}"`);
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

/** What a statement reads of one table in one place of its plan. */
type Reading = { table: string; reached: number; limited: boolean };

/** All readings of partitions in a plan. */
function readingsOf(plan: Plan): Reading[] {
  const children = plan.Plans ?? [];
  const own = new Map<string, Reading>();
  for (const child of children) {
    const scan = scanOf(child);
    const table = /^(.+)_part\d+$/.exec(scan?.['Relation Name'] ?? '')?.[1];
    if (scan === undefined || table === undefined) continue;
    const reading = own.get(table) ?? { table, reached: 0, limited: true };
    reading.reached += (scan['Actual Loops'] ?? 0) > 0 ? 1 : 0;
    const conditions = ['Index Cond', 'Filter', 'Recheck Cond', 'Join Filter', 'Hash Cond'].map((name) => String(scan[name] ?? ''));
    reading.limited &&= conditions.some((text) => /\btenant_id\b[^<>]{0,40}= /.test(text));
    own.set(table, reading);
  }
  const partsOfTables = plan['Node Type'] === 'Append' || plan['Node Type'] === 'Merge Append' || own.size > 0 ? [...own.values()] : [];
  return [...partsOfTables, ...children.flatMap(readingsOf)];
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
export async function spreadStatements(
  database: Database,
  statements: readonly LoggedStatement[],
): Promise<Spread[]> {
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
    if (error !== undo) return `cannot run: ${String(error)}`;
  }
  if (plan === undefined) return 'has no plan';
  const wide = readingsOf(plan).filter(({ reached, limited }) => reached > 1 || (reached === 0 && !limited));
  return wide.length === 0 ? undefined : `reads all of ${[...new Set(wide.map(({ table }) => table))].sort().join(', ')}`;
}

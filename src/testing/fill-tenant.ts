import { TENANT_TABLES } from '#generated/schema.ts';
import type { Database } from '#server/platform/db/database.ts';
import { sampleUuid } from './call-inputs.ts';

/** The rows made for one tenant: their ids by table, and texts that occur nowhere else. */
export type FilledTenant = {
  ids: Record<string, number>;
  /** Also of tables that have no tenants. */
  allIds: Readonly<Record<string, number>>;
  texts: Record<string, string>;
};

type Column = { table: string; column: string; type: string; nullable: boolean; defaulted: boolean; identity: boolean };
type Reference = { table: string; column: string; target: string };
type Check = { table: string; definition: string };

const columnsSql = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
         a.atthasdef as defaulted, a.attidentity <> '' as identity
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   order by c.relname, a.attnum`;
const referencesSql = `
  select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
   where c.contype = 'f' and array_length(c.conkey, 1) = 1`;
const partitionedSql = `
  select relname as table from pg_class c where relkind = 'p' and relnamespace = 'public'::regnamespace
     and not exists (select from pg_inherits i join pg_class p on p.oid = i.inhrelid
       where i.inhparent = c.oid and pg_get_expr(p.relpartbound, p.oid) like '%MAXVALUE%')`;
const checksSql = `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`;

/** Columns that would hide a row from everybody. */
const hiding = new Set(['removed_at', 'deleted_at']);

/** Whose rows to make and what is in them. */
export type FillOptions = {
  tenantId: number;
  /** Begins every text. */
  mark: string;
  /** Ids count from here. */
  firstId: number;
  /** The rows of all tables of tenants have the first id, so that a question by this id asks for every one of them. */
  sameId?: boolean;
  /** Rows made before that these refer to, where no row of theirs is in the way. */
  refersTo?: FilledTenant;
  /** Values of `table.column` that need a form of their own. */
  values?: Readonly<Record<string, unknown>>;
  /** The tables to fill, with those they refer to; absent: all that have tenants. */
  tables?: readonly string[];
  /** Rows that may be of no tenant are, and have the first id too, as those of tables without tenants. */
  shared?: boolean;
};

/** Fills every table that has tenants with one row of this tenant, whatever its columns are. */
export async function fillTenant(database: Database, options: FillOptions): Promise<FilledTenant> {
  const [columns, references, checks] = await Promise.all([
    database.query<Column>(columnsSql),
    database.query<Reference>(referencesSql),
    database.query<Check>(checksSql),
  ]);
  // Tables with a partition per day have one more here, which takes rows of any day.
  for (const { table } of await database.query<{ table: string }>(partitionedSql))
    if (table in TENANT_TABLES || options.tables?.includes(table) === true)
      await database.execute(`create table if not exists "${table}_any" partition of "${table}" default`);
  const plan = new Plan(columns, references, checks, options);
  const insert = async (table: string, refersTo: FilledTenant | undefined): Promise<boolean> => {
    const { text, values } = plan.insertOf(table, refersTo);
    try {
      return (await database.execute(text, values)).rowCount > 0;
    } catch (error) {
      // Refers to something else than an id: no row of this table is made.
      if (options.shared === true && (error as { code?: unknown }).code === '23503') return true;
      throw error;
    }
  };
  for (const table of plan.order()) {
    const referring = options.refersTo !== undefined && (await insert(table, options.refersTo));
    if (referring || (await insert(table, undefined))) continue;
    // There is one already, and only one may be.
    plan.useInstead(table, options.refersTo?.allIds[table]);
  }
  return { ids: plan.tenantIds(), allIds: plan.allIds(), texts: plan.texts };
}

class Plan {
  readonly texts: Record<string, string> = {};
  readonly #columns: Map<string, Column[]>;
  readonly #references: Reference[];
  readonly #choices: Map<string, string>;
  readonly #ids = new Map<string, number>();
  readonly #options: FillOptions;

  constructor(columns: Column[], references: Reference[], checks: Check[], options: FillOptions) {
    this.#columns = Map.groupBy(columns, (column) => column.table) as Map<string, Column[]>;
    this.#references = references;
    this.#choices = choicesOf(checks);
    this.#options = options;
    let id = options.firstId;
    for (const table of [...this.#columns.keys()].sort())
      this.#ids.set(
        table,
        options.sameId === true && (options.shared === true || table in TENANT_TABLES) ? options.firstId : ++id,
      );
    this.#ids.set('tenant', options.tenantId);
  }

  /** Tables with tenants and what they refer to, referred ones first. */
  order(): string[] {
    const done: string[] = [];
    const visit = (table: string): void => {
      if (done.includes(table) || table === 'tenant') return;
      for (const reference of this.#references) {
        if (reference.table === table && reference.target !== table) visit(reference.target);
      }
      done.push(table);
    };
    for (const table of [...(this.#options.tables ?? Object.keys(TENANT_TABLES))].sort()) visit(table);
    return done;
  }

  tenantIds(): Record<string, number> {
    const entries = [...this.#ids].filter(
      ([table]) => table in TENANT_TABLES && this.#columns.get(table)?.some(({ column }) => column === 'id'),
    );
    return Object.fromEntries(entries);
  }

  allIds(): Record<string, number> {
    return Object.fromEntries(this.#ids);
  }

  /** Later rows refer to this row of a table. */
  useInstead(table: string, id: number | undefined): void {
    if (id !== undefined) this.#ids.set(table, id);
  }

  insertOf(table: string, refersTo: FilledTenant | undefined): { text: string; values: unknown[] } {
    const given = (this.#columns.get(table) ?? [])
      .map((column) => ({ column, value: this.#valueOf(column, refersTo) }))
      .filter(({ value }) => value !== undefined);
    const names = given.map(({ column }) => `"${column.column}"`).join(', ');
    const places = given.map(({ column }, index) => `$${index + 1}::${column.type}`).join(', ');
    return {
      text: `insert into "${table}" (${names}) overriding system value values (${places}) on conflict do nothing`,
      values: given.map(({ value }) => value),
    };
  }

  #valueOf(
    { table, column, type, nullable, defaulted, identity }: Column,
    refersTo: FilledTenant | undefined,
  ): unknown {
    if (identity) return this.#ids.get(table);
    if (column === 'tenant_id' && nullable && this.#options.shared === true) return null;
    if (column === 'tenant_id') return this.#options.tenantId;
    const special = this.#options.values?.[`${table}.${column}`];
    if (special !== undefined) return special;
    const target = this.#references.find(
      (reference) => reference.table === table && reference.column === column,
    )?.target;
    const named = column.endsWith('_id') ? column.slice(0, -3) : undefined;
    const referred = target ?? (named !== undefined && this.#columns.has(named) ? named : undefined);
    if (referred !== undefined && type === 'uuid') return this.#options.values?.[`${referred}.id`] ?? sampleUuid;
    if (referred !== undefined) return refersTo?.allIds[referred] ?? this.#ids.get(referred);
    const choice = this.#choices.get(`${table}.${column}`);
    if (choice !== undefined) return choice;
    if ((hiding.has(column) && nullable) || (defaulted && type !== 'text')) return undefined;
    return this.#plainValue(table, column, type, nullable);
  }

  #plainValue(table: string, column: string, type: string, nullable: boolean): unknown {
    const text = `${this.#options.mark}-${table}-${column}`;
    switch (type) {
      case 'text':
        this.texts[`${table}.${column}`] = text;
        return text;
      case 'bigint[]':
        return [1];
      case 'text[]':
        this.texts[`${table}.${column}`] = text;
        return [text];
      case 'json':
      case 'jsonb':
        if (nullable) return undefined;
        this.texts[`${table}.${column}`] = text;
        return JSON.stringify({ mark: text });
      case 'uuid':
        return sampleUuid;
      case 'bytea':
        return Buffer.from(text);
      case 'boolean':
        return false;
      case 'timestamp with time zone':
      case 'date':
        return new Date(Date.UTC(2026, 0, 15));
      case 'bigint':
      case 'integer':
      case 'smallint':
      case 'numeric':
      case 'double precision':
      case 'real':
        return 1;
      default:
        if (nullable) return undefined;
        throw new Error(`no value is known for ${table}.${column} of type ${type}`);
    }
  }
}

/** The first allowed value of columns that take only some. */
function choicesOf(checks: Check[]): Map<string, string> {
  const choices = new Map<string, string>();
  for (const { table, definition } of checks) {
    // Lists of allowed values: one of them.
    for (const [, column, first] of definition.matchAll(/\b(\w+) <@ ARRAY\['([^']*)'/g))
      choices.set(`${table}.${column}`, `{${first}}`);
    for (const [, column, list = ''] of definition.matchAll(/\b(\w+) = ANY \(\(?ARRAY\[([^\]]*)\]/g)) {
      const first = /'([^']*)'|(-?\d+)/.exec(list);
      const value = first?.[1] ?? first?.[2];
      if (value !== undefined && !choices.has(`${table}.${column}`)) choices.set(`${table}.${column}`, value);
    }
  }
  return choices;
}

/** Everything the tables hold of a tenant, as one text per table, to see whether anything changed. */
export async function tenantSnapshot(database: Database, tenantId: number): Promise<Record<string, string>> {
  const ofTable = (table: string): string =>
    `select '${table}' as "table", string_agg(t::text, E'\\n' order by t::text) as content from "${table}" t where tenant_id = $1`;
  const rows = await database.query<{ table: string; content: string | null }>(
    Object.keys(TENANT_TABLES).map(ofTable).join(' union all '),
    [tenantId],
  );
  return Object.fromEntries(rows.map(({ table, content }) => [table, content ?? '']));
}

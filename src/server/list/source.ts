import { type Expression, sql, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { deepestOffset, rowsOf } from '#server/platform/page.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import type { IdStatement, SheetCell } from '#server/platform/sheet/index.ts';
import { NOBODY } from '#shared/reference/nobody.ts';
import { sortKeysOf } from '#server/platform/sort-keys.ts';
import { boundKeys, type List, type ListFilter, type SourcesOfRow, sortableOf } from '#shared/list/declare.ts';

/** A statement whose tables are known to its source only. */
// oxlint-disable-next-line typescript/no-explicit-any -- tables and columns follow from the source, not from types
export type ListBase = SelectQueryBuilder<any, any, any>;

/** A question once read, filters by name. */
export type ListInput = {
  currentPage: number;
  pageSize: number;
  sortRules?: readonly { columnName: string; sortType: 'asc' | 'desc' }[] | null | undefined;
  readonly [filter: string]: unknown;
};

/** A row as it travels. */
export type WireRow = Readonly<Record<string, unknown>>;

/** What a filter means where it is not a comparison with one column. */
export type FilterSql = (value: never, ctx: Ctx) => Expression<SqlBool>;

/** What the board of a list is by. */
export type BoardSource = {
  /** The instant that a row stands at; none where it has passed without the event. */
  readonly at: (ctx: Ctx) => Expression<unknown>;
  /** Since when a row is overdue; none where it is not. */
  readonly overdueSince: (ctx: Ctx) => Expression<unknown>;
  /** Columns whose joins the instant needs. */
  readonly needs: readonly string[];
  /** Rows that are counted apart. */
  readonly marked: Expression<SqlBool>;
  /** The zone that weeks begin in. */
  readonly zoneOf: (ctx: Ctx) => string;
};

/** Where the rows of a list come from. */
export type ListSource = {
  readonly list: List;
  /** Rows within the caller's tenants, joined with what filters and sort keys name. */
  readonly from: (ctx: Ctx) => ListBase;
  /** The id of a row in that statement. */
  readonly id: string;
  /** Joins by alias, made only where a filter or a sort key names a column of theirs. */
  readonly joins?: Readonly<Record<string, (query: ListBase) => ListBase>>;
  /** Columns of that statement by the wire names that people filter and sort by. */
  readonly columns: Readonly<Record<string, string>>;
  readonly where?: Readonly<Record<string, FilterSql>>;
  /** How many rows fit where that is kept; counted otherwise. */
  readonly total?: (ctx: Ctx, input: ListInput) => Promise<number | undefined>;
  /** The column whose values the tabs are: their rows are counted, which also gives the total. */
  readonly tabColumn?: string;
  /** Rows of each tab, where they are not the values of a column. */
  readonly tabs?: (ctx: Ctx, input: ListInput) => Promise<Readonly<Record<string, number>>>;
  /** The board, where the list has one. */
  readonly board?: BoardSource;
  /** Rows by id as they travel, in any order; one that is gone is left out. */
  readonly load: (ctx: Ctx, ids: readonly number[]) => Promise<readonly WireRow[]>;
  /** Which source reported the values of these rows, by the id of the row; requested what is shown, not for exports. */
  readonly said?: (ctx: Ctx, rows: readonly WireRow[]) => Promise<ReadonlyMap<string, SourcesOfRow>>;
  /** How far back it goes, in rows. */
  readonly deepest?: number;
  /** Cells of an export where they are not the value of the column. */
  readonly cells?: Readonly<Record<string, (row: WireRow, ctx: Ctx) => SheetCell>>;
};

/** What a source of this list has to say, checked against its declaration. */
type SourceOf<L extends List, Row extends WireRow> = Omit<ListSource, 'list' | 'columns' | 'where' | 'load'> & {
  readonly columns: { readonly [K in keyof L['columns']]?: string } & { readonly [K in keyof L['filters']]?: string };
  readonly where?: { readonly [K in keyof L['filters']]?: FilterSql } & Readonly<Record<string, FilterSql>>;
  readonly load: (ctx: Ctx, ids: readonly number[]) => Promise<readonly Row[]>;
};

/** Declares the source of a list. */
export const listSource = <L extends List, Row extends WireRow>(list: L, source: SourceOf<L, Row>): ListSource =>
  ({ list, ...source }) as unknown as ListSource;

function columnOf(source: ListSource, name: string): string {
  const column = source.columns[name];
  if (column === undefined) throw new Error(`the source of ${source.list.name} has no column for ${name}`);
  return column;
}

function filterSql(source: ListSource, name: string, filter: ListFilter, input: ListInput): Expression<SqlBool>[] {
  const column = sql.ref(columnOf(source, name));
  if (filter.kind === 'range' || filter.kind === 'amount') {
    const [from, to] = (boundKeys(name, filter) ?? []).map((key) => input[key] as number | undefined);
    // A bound may have decimals where the column holds whole numbers.
    const bound = (value: number) => (filter.kind === 'range' ? ts(value) : sql`${value}::numeric`);
    return [
      ...(from === undefined ? [] : [sql<SqlBool>`${column} >= ${bound(from)}`]),
      ...(to === undefined ? [] : [sql<SqlBool>`${column} <= ${bound(to)}`]),
    ];
  }
  const value = input[name];
  switch (filter.kind) {
    case 'choice':
    case 'many':
      return [sql<SqlBool>`${column} = any(${value as string[]})`];
    case 'recent':
      throw new Error(`the source of ${source.list.name} does not say what the last days of ${name} mean`);
    case 'flag':
      return [sql<SqlBool>`${column} = ${value === 1}`];
    case 'id':
      return [sql<SqlBool>`${column} = ${value}`];
    case 'text':
      if (filter.empty === true && value === NOBODY) return [sql<SqlBool>`${column} is null`];
      return filter.match === 'exact'
        ? [sql<SqlBool>`${column} = ${value}`]
        : [sql<SqlBool>`${column} ilike ${containingPattern(String(value))}`];
  }
}

/** The statement with the joins that these columns need. */
function joined(source: ListSource, query: ListBase, names: readonly string[]): ListBase {
  let result = query;
  for (const [alias, join] of Object.entries(source.joins ?? {}))
    if (names.some((name) => source.columns[name]?.startsWith(`${alias}.`))) result = join(result);
  return result;
}

/** The rows that fit the filters, as a statement without columns of its own; `sorted` are the columns that they will be in order of. */
export function matching(source: ListSource, ctx: Ctx, input: ListInput, sorted: readonly string[] = []): ListBase {
  const { list, where = {} } = source;
  const requested = Object.entries(list.filters).filter(([name, filter]) => isGiven(filter, name, input));
  let query = joined(source, source.from(ctx), [...requested.map(([name]) => name), ...sorted]);
  for (const [name, filter] of requested) {
    const own = where[name];
    const conditions = own === undefined ? filterSql(source, name, filter, input) : [own(input[name] as never, ctx)];
    for (const condition of conditions) query = query.where(condition);
  }
  const { tabs } = list;
  const tab = tabs === undefined ? undefined : input[tabs.name];
  if (tabs === undefined || tab === undefined || tab === Object.keys(tabs.values)[0]) return query;
  const own = where[tabs.name];
  if (own === undefined) throw new Error(`the source of ${list.name} does not say what ${tabs.name} means`);
  return query.where(own(tab as never, ctx));
}

const isGiven = (filter: ListFilter, name: string, input: ListInput): boolean =>
  (boundKeys(name, filter) ?? [name]).some((key) => input[key] !== undefined);

/** Sort keys: what was requested, then the declared order. */
function orderOf({ list }: ListSource, rules: ListInput['sortRules']): (readonly [string, 'asc' | 'desc'])[] {
  const requested = sortKeysOf(rules, sortableOf(list)).map(({ column, direction }) => [column, direction] as const);
  return [...requested, ...list.order].filter(
    ([name], index, all) => all.findIndex(([other]) => other === name) === index,
  );
}

/** The statement that gives the ids of all rows that fit, in the order wanted and at last by id; empty values come last. */
function idsOf(source: ListSource, ctx: Ctx, input: ListInput): ListBase {
  const { list, id } = source;
  const keys = orderOf(source, input.sortRules);
  let query = matching(
    source,
    ctx,
    input,
    keys.map(([name]) => name),
  );
  for (const [name, direction] of keys)
    query = query.orderBy(sql.ref(columnOf(source, name)), (order) => {
      const way = direction === 'asc' ? order.asc() : order.desc();
      return list.columns[name]?.nullable === true ? way.nullsLast() : way;
    });
  return query.orderBy(sql.ref(id), keys.at(-1)?.[1] ?? 'desc').select(`${id} as id`);
}

/** How many rows each value of the tabs has, whichever tab is chosen; the first one has them all. */
async function countTabs(
  source: ListSource,
  column: string,
  ctx: Ctx,
  input: ListInput,
): Promise<Record<string, number>> {
  const { tabs } = source.list;
  const names = Object.keys(tabs?.values ?? {});
  const rows = (await matching(source, ctx, { ...input, [tabs?.name ?? '']: undefined })
    .select([sql<string>`${sql.ref(column)}`.as('tab'), sql<number>`count(*)::int`.as('n')])
    .groupBy(sql.ref(column))
    .execute()) as { tab: string; n: number }[];
  const counts = Object.fromEntries([...names.map((name) => [name, 0]), ...rows.map(({ tab, n }) => [tab, n])]);
  return { ...counts, [names[0] ?? '']: rows.reduce((sum, { n }) => sum + n, 0) };
}

/** Ids of all rows that fit, for an export. */
export const listIds = (source: ListSource, ctx: Ctx, input: ListInput): IdStatement =>
  idsOf(source, ctx, input).compile();

/** Rows by id, in the order of the ids; one that is gone is left out. */
export async function listRowsById(source: ListSource, ctx: Ctx, ids: readonly number[]): Promise<WireRow[]> {
  if (ids.length === 0) return [];
  const rows = await source.load(ctx, ids);
  const byId = new Map(rows.map((row): [number, WireRow] => [Number(row[source.list.id]), row]));
  return ids.map((id) => byId.get(Number(id))).filter((row) => row !== undefined);
}

/** Rows to be shown: by id, with which source reported their values where the list says that. */
export async function shownRows(source: ListSource, ctx: Ctx, ids: readonly number[]): Promise<WireRow[]> {
  const rows = await listRowsById(source, ctx, ids);
  const statement = rows.length === 0 ? undefined : await source.said?.(ctx, rows);
  if (statement === undefined) return rows;
  return rows.map((row) => ({ ...row, said: statement.get(String(row[source.list.id])) ?? {} }));
}

/** Rows of each tab, and how many rows the chosen one has where that follows from them. */
async function tabsOf(
  source: ListSource,
  ctx: Ctx,
  input: ListInput,
): Promise<{ tabs?: Readonly<Record<string, number>>; total?: number | undefined }> {
  const { tabColumn, list } = source;
  if (tabColumn === undefined) {
    const tabs = await source.tabs?.(ctx, input);
    return tabs === undefined ? {} : { tabs };
  }
  const tabs = await countTabs(source, tabColumn, ctx, input);
  const chosen = (input[list.tabs?.name ?? ''] as string | undefined) ?? Object.keys(list.tabs?.values ?? {})[0] ?? '';
  return { tabs, total: tabs[chosen] };
}

async function totalOf(source: ListSource, ctx: Ctx, input: ListInput): Promise<number> {
  const kept = await source.total?.(ctx, input);
  if (kept !== undefined) return kept;
  const { n } = (await matching(source, ctx, input)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()) as { n: number };
  return Number(n);
}

/** A page of a list with its exact total: ids first, then what belongs to them. */
export async function queryList(
  source: ListSource,
  ctx: Ctx,
  input: ListInput,
): Promise<{
  records: WireRow[];
  totalPage: number;
  totalRecord: number;
  tabs?: Readonly<Record<string, number>>;
}> {
  const { limit, offset } = rowsOf(input, source.deepest ?? deepestOffset);
  const [found, ownTotal, { tabs, total = ownTotal ?? 0 }] = await Promise.all([
    idsOf(source, ctx, input).limit(limit).offset(offset).execute() as Promise<{ id: number }[]>,
    source.tabColumn === undefined ? totalOf(source, ctx, input) : undefined,
    tabsOf(source, ctx, input),
  ]);
  const records = await shownRows(
    source,
    ctx,
    found.map(({ id }) => Number(id)),
  );
  return {
    records,
    totalPage: Math.ceil(total / input.pageSize),
    totalRecord: total,
    ...(tabs === undefined ? {} : { tabs }),
  };
}

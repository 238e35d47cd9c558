import type { AliasedExpression, Expression, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import type { SheetCell } from '#server/platform/sheet/index.ts';
import type { List, SourcesOfRow } from '#shared/list/declare.ts';

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

/** What a filter means where it is not a comparison with one column; `value` is a place for one in a compiled source. */
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

/** Columns of the statement of a source; `name` differs where they do. */
export type PageColumns = {
  readonly name: string;
  readonly columns: readonly (string | AliasedExpression<unknown, string>)[];
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
  /**
   * Its statements are compiled once per shape (which filters, which order) and run with the values of each question. Then
   * `where` must give the same SQL whatever the value, and a row is sorted by what is requested and its id only, as indexes are.
   */
  readonly compiled?: true;
  /**
   * Conditions that a filter stands for, by the names of `columns` or `where`, each with its value. An object as value has a place
   * for each of its fields. A filter that is not here is its own condition.
   */
  readonly read?: Readonly<Record<string, (value: never, ctx: Ctx) => Readonly<Record<string, unknown>>>>;
  /** Filters whose columns hold upper case: texts are compared with them in upper case. */
  readonly upper?: readonly string[];
  /** The zone of days that are requested as text; every list with such filters has one. */
  readonly zoneOf?: (ctx: Ctx) => string;
  /** Ranges of days that are refused if they end before they begin; others are empty then. */
  readonly forward?: readonly string[];
  /** Columns whose values have an order of their own, lowest first. */
  readonly ranks?: Readonly<Record<string, readonly string[]>>;
  /** Names of `columns` that a list is sorted by besides its own columns. */
  readonly alsoSorted?: readonly string[];
  /** Kept totals, and the conditions that they can answer alone; `from` has the same alias as the rows. */
  readonly keptTotal?: { readonly from: (ctx: Ctx) => ListBase; readonly answers: readonly string[] };
  /** How many rows fit where that is kept; counted otherwise. */
  readonly total?: (ctx: Ctx, input: ListInput) => Promise<number | undefined>;
  /** The column whose values the tabs are: their rows are counted, which also gives the total. */
  readonly tabColumn?: string;
  /** Rows of each tab, where they are not the values of a column. */
  readonly tabs?: (ctx: Ctx, input: ListInput) => Promise<Readonly<Record<string, number>>>;
  /** The board, where the list has one. */
  readonly board?: BoardSource;
  /** What `shown` needs of the rows of a page; without it, a page shows what `load` gives. */
  readonly page?: (ctx: Ctx, input: ListInput) => PageColumns;
  /** Rows of a page as they travel, in the same order, from what `page` selects. */
  readonly shown?: (ctx: Ctx, rows: readonly never[], input: ListInput) => Promise<readonly WireRow[]>;
  /** Rows by id as they travel, in any order; one that is gone is left out. Files are written from these. */
  readonly load: (ctx: Ctx, ids: readonly number[]) => Promise<readonly WireRow[]>;
  /** Which source reported the values of these rows, by the id of the row; requested what is shown, not for exports. */
  readonly said?: (ctx: Ctx, rows: readonly WireRow[]) => Promise<ReadonlyMap<string, SourcesOfRow>>;
  /** How far back it goes, in rows. */
  readonly deepest?: number;
  /** The columns of a file, where they are not those that are chosen, or all. */
  readonly fileColumns?: (chosen: readonly string[] | undefined) => readonly string[];
  /** Cells of an export where they are not the value of the column. */
  readonly cells?: Readonly<Record<string, (row: WireRow, ctx: Ctx) => SheetCell>>;
};

/** What a source of this list has to say, checked against its declaration. */
type SourceOf<L extends List, Row extends WireRow> = Omit<
  ListSource,
  'list' | 'columns' | 'where' | 'read' | 'load'
> & {
  readonly columns: { readonly [K in keyof L['columns']]?: string } & { readonly [K in keyof L['filters']]?: string };
  readonly where?: { readonly [K in keyof L['filters']]?: FilterSql } & Readonly<Record<string, FilterSql>>;
  readonly read?: { readonly [K in keyof L['filters']]?: NonNullable<ListSource['read']>[string] };
  readonly load: (ctx: Ctx, ids: readonly number[]) => Promise<readonly Row[]>;
};

/** Declares the source of a list. */
export const listSource = <L extends List, Row extends WireRow>(list: L, source: SourceOf<L, Row>): ListSource =>
  ({ list, ...source }) as unknown as ListSource;

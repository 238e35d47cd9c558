import type { Text } from '#shared/i18n/text.ts';

/** Types of PostgreSQL that the views have. */
export type ColumnType =
  | 'bigint'
  | 'integer'
  | 'text'
  | 'timestamptz'
  | 'boolean'
  | 'date'
  | 'numeric'
  | 'double precision';

/** A column of a view and of its files. */
export type Column = {
  type: ColumnType;
  /** How the value is read from the tables of the data set. */
  sql: string;
  /** Decimals of a `numeric` column. */
  scale?: number;
  /** It always has a value. */
  required?: boolean;
  about: Text;
};

/**
 * A data set for analysts: a view of the schema `analytics` and a Parquet file with the same rows. Names of data sets and columns are
 * stable; the view, its comments, the file and the documentation all follow from this declaration.
 */
export type Dataset = {
  name: string;
  label: Text;
  about: Text;
  /** Columns that identify a row. */
  key: readonly string[];
  /** Columns by which a reader replaces the rows of an earlier file with those of a later one. */
  replaceBy: readonly string[];
  /** Tables with their joins, without what unfolds a row into several. */
  tables: string;
  /** What unfolds rows or adds names, behind `tables`. */
  unfolding?: string;
  /** The tenant of a row; null: the rows are the same for all tenants. */
  tenant: string | null;
  /** Number of what is read at once in a file, such as a shipment with all its milestones. */
  item: string;
  /** Finds the rows of one `i.item`; `item = i.item` unless given. */
  itemIs?: string;
  /** Aliases of tables in which a change is a change of the row. */
  changedIn: readonly string[];
  /** Items in one row group of a file: about 20,000 to 60,000 rows. */
  step: number;
  columns: Readonly<Record<string, Column>>;
};

type More = Partial<Pick<Column, 'required' | 'scale'>>;

/** Declares a column. */
export const column = (type: ColumnType, sql: string, zh: string, en: string, more: More = {}): Column => ({
  type,
  sql,
  about: { zh, en },
  ...more,
});

/** A column that always has a value. */
export const required = (type: ColumnType, sql: string, zh: string, en: string): Column =>
  column(type, sql, zh, en, { required: true });

/** An instant kept as epoch milliseconds in JSON. */
export const instant = (sql: string): string => `to_timestamp(${sql} / 1000)`;

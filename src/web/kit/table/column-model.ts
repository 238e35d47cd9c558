import type { ReactNode } from 'react';
import type { CardPart } from '#shared/list/declare.ts';
import type { ColumnScheme } from './column-scheme.ts';
import { visibleColumns } from './column-scheme.ts';
import { defaultColumnWidth } from './column-width.ts';
import type { Expanding } from './expand.tsx';
import type { Selection } from './selection.ts';
import type { SortRule } from './sort-rules.ts';

/** One column of a data table. */
export type DataColumn<Row> = {
  /** Stable name: key of the column scheme, of the export and of the standard width. */
  key: string;
  title: string;
  /** Its title in the other language: sentences may name it so. */
  also?: string;
  /** Width in pixels; by the name's rule when absent. */
  width?: number;
  align?: 'start' | 'center' | 'end';
  /** Long text: it takes the room that the others leave, and its width is the least it gets. */
  grow?: true;
  /** Long text is shown on up to two lines; all rows of the table are as high. */
  lines?: 2;
  /** Name of the sort key on the wire; a column without one cannot be sorted. */
  sortName?: string;
  /** What the cell shows; its text when absent. */
  render?: (row: Row) => ReactNode;
  /** Which source reported the value and when, as a line of the tooltip. */
  sourceText?: (row: Row) => string | undefined;
  /** The cell as plain text: for copying, exporting and the tooltip of a cut-off cell. */
  text: (row: Row) => string;
  /** What `render` writes where that is longer than the text; the column is made as wide. */
  drawnText?: (row: Row) => string;
  /** A copy button appears beside the value. */
  copyable?: boolean;
  /** A small button in the head, such as that of a filter. */
  headExtra?: ReactNode;
  /** The standard or declared width is the least it gets. */
  least?: true;
  /** Its part of a card, where its place and name say another one. */
  card?: CardPart;
};

/** One action of a row, in its menu and by its key. */
export type RowAction<Row> = {
  /** By it the act has its letter, see letters.ts. */
  key: string;
  label: string;
  /** A digit that starts it on the row under the cursor, in place of the letter of its key. */
  digit?: string;
  icon?: ReactNode;
  /** It also has a column of its own, with a button in each row. */
  column?: true;
  /** The act that a card shows as its button; the first one that does more than open the row unless stated. */
  main?: true;
  /** It has no line in menus and no button: its key does it, and the list of keys names it. */
  keyOnly?: true;
  run: (row: Row) => void;
  /** What its letter or digit does while rows are selected, instead of the row under the cursor. */
  runSelected?: () => void;
};

/** A column with the width it has now; `chosen` when a person gave it. */
export type SizedColumn<Row> = DataColumn<Row> & {
  width: number;
  chosen: boolean;
  /** Its head shows the place of the column among several sort keys. */
  numbered?: boolean;
};

/** The columns to show in the chosen order and width, sorted by these keys. */
export function applyScheme<Row>(
  columns: readonly DataColumn<Row>[],
  scheme: ColumnScheme,
  sortRules: readonly { columnName: string }[] = [],
): SizedColumn<Row>[] {
  const numbered = new Set(sortRules.length > 1 ? sortRules.map(({ columnName }) => columnName) : []);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return visibleColumns([...byKey.keys()], scheme).flatMap((key) => {
    const column = byKey.get(key);
    if (column === undefined) return [];
    const chosen = scheme.widths[key];
    const width = chosen ?? column.width ?? defaultColumnWidth(key);
    const isNumbered = column.sortName !== undefined && numbered.has(column.sortName);
    return [{ ...column, width, chosen: chosen !== undefined, ...(isNumbered ? { numbered: true } : {}) }];
  });
}

/** Above this many cells a table draws only the rows in sight; above so many columns much earlier, as most of them are out of sight. */
const MAX_CELLS = 1_500;
const MANY_COLUMNS = 25;
const MAX_CELLS_OF_MANY_COLUMNS = 300;

/** Whether a table draws only what is in sight. */
export const isLong = (rows: number, columns: number): boolean =>
  rows * columns > (columns > MANY_COLUMNS ? MAX_CELLS_OF_MANY_COLUMNS : MAX_CELLS);

export type DataTableProps<Row> = {
  /** Stated to screen readers. */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  scheme: ColumnScheme;
  onScheme: (scheme: ColumnScheme) => void;
  sortRules?: readonly SortRule[];
  /** The order in which the list opens; the first click on a head takes its place. */
  openingSort?: readonly SortRule[] | undefined;
  onSort?: (rules: SortRule[]) => void;
  selection?: Selection<Row>;
  onSelection?: (selection: Selection<Row>) => void;
  /** Actions that fit this row; a row action without a place to go is left out by the page. */
  actions?: readonly RowAction<Row>[];
  /** Enter on a row, or a double click. */
  onOpen?: (row: Row) => void;
  rowClassName?: (row: Row) => string;
  /** Quiet reload: the rows stay readable. */
  refreshing?: boolean;
  /** Rows that unfold. */
  expanding?: Expanding<Row> | undefined;
  /** Shown instead of rows: empty, error, loading. */
  placeholder?: ReactNode;
};

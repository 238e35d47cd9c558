import { createContext, type ReactNode, useContext } from 'react';

/** One column of a small table. */
export type MiniColumn<Key extends string = string> = {
  key: Key;
  /** Stands at the head, and on phones above each value. */
  title: string;
  /** The title is for screen readers only, such as that of a column of buttons. */
  isTitleHidden?: boolean | undefined;
  /** Explains the title when the pointer rests on it. */
  hint?: string | undefined;
  /** Stands at the head in place of the title. */
  head?: ReactNode;
  /** Numbers stand at the end, with figures of one width. */
  isNumber?: boolean | undefined;
  /** Its values name the rows. */
  isRowHead?: boolean | undefined;
  /** On a phone it takes the whole width of a card. */
  isWide?: boolean | undefined;
  className?: string | undefined;
};

type Marks = Readonly<Record<`data-${string}`, boolean | string | undefined>>;

/** A value of a row; as an object with what only this cell has. */
export type MiniCell =
  | ReactNode
  | { content: ReactNode; title?: string | undefined; className?: string | undefined; marks?: Marks };

/** Values of a row by the keys of their columns. */
export type MiniCells<Key extends string = string> = Readonly<Record<Key, MiniCell>>;

/** What a small table shows. */
export type MiniContent<Row, Key extends string> = {
  columns: readonly MiniColumn<Key>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string | number;
  /** Stands in place of a table without rows; unless given, the head stands alone. */
  empty?: ReactNode;
  className?: string | undefined;
  /** The head is for screen readers only, where the values speak for themselves. */
  isHeadHidden?: boolean;
  /** How it looks on a phone; unless given, a table of more than three columns is cards. */
  phone?: 'cards' | 'table';
  /** Values of a row. */
  cells?: (row: Row, index: number) => MiniCells<NoInfer<Key>>;
  /** In place of `cells`, a component that draws a `MiniRow`: for rows with hooks or attributes of their own. */
  row?: (row: Row, index: number) => ReactNode;
};

const Columns = createContext<readonly MiniColumn[]>([]);

type CellObject = Extract<MiniCell, { content: ReactNode }>;
const isCellObject = (cell: MiniCell): cell is CellObject =>
  typeof cell === 'object' && cell !== null && 'content' in cell;

const joined = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;

type RowProps<Key extends string> = {
  cells: MiniCells<Key>;
  className?: string | undefined;
  /** Attributes that style the row. */
  marks?: Marks;
};

/** A row of the table around it. */
export function MiniRow<Key extends string>({ cells, className, marks }: RowProps<Key>) {
  const columns = useContext(Columns);
  const cellOf: Readonly<Record<string, MiniCell>> = cells;
  return (
    <tr className={className} {...marks}>
      {columns.map((column, index) => {
        const cell = cellOf[column.key];
        const own: CellObject = isCellObject(cell) ? cell : { content: cell };
        const shared = {
          title: own.title,
          className: joined(column.isNumber && 'pt-number', column.className, own.className),
          'data-end': column.isNumber || undefined,
          'data-wide': column.isWide || undefined,
          ...own.marks,
        };
        return column.isRowHead ? (
          <th key={column.key} scope="row" {...shared}>
            {own.content}
          </th>
        ) : (
          <td
            key={column.key}
            {...shared}
            // The first value heads the card of a phone.
            data-title={index === 0 || column.isTitleHidden ? undefined : column.title}
          >
            {own.content}
          </td>
        );
      })}
    </tr>
  );
}

/**
 * A small table to read, with a name for screen readers: a handful of columns, without an order, choice or width of the reader's own. What people work with
 * in long lists is a `DataTable`.
 */
export function MiniTable<Row, Key extends string>(props: MiniContent<Row, Key> & { label: string }) {
  const { label, columns, rows, rowKey, empty, className, isHeadHidden, phone } = props;
  if (rows.length === 0 && empty !== undefined)
    return typeof empty === 'string' ? <p className="pt-muted">{empty}</p> : <>{empty}</>;
  const isCards = phone === undefined ? columns.length > 3 : phone === 'cards';
  return (
    <Columns value={columns}>
      <table className={joined('pt-mini', isCards && 'pt-mini-cards', className)}>
        <caption className="pt-sr-only">{label}</caption>
        <thead className={isHeadHidden ? 'pt-sr-only' : undefined}>
          <tr>
            {columns.map(({ key, title, head, hint, isNumber, isTitleHidden, className: own }) => (
              <th key={key} scope="col" title={hint} className={own} data-end={isNumber || undefined}>
                {isTitleHidden ? <span className="pt-sr-only">{title}</span> : (head ?? title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <RowOf key={rowKey(row, index)} draw={props} row={row} index={index} />
          ))}
        </tbody>
      </table>
    </Columns>
  );
}

function RowOf<Row, Key extends string>(props: { draw: MiniContent<Row, Key>; row: Row; index: number }) {
  const { draw, row, index } = props;
  return draw.cells === undefined ? draw.row?.(row, index) : <MiniRow cells={draw.cells(row, index)} />;
}

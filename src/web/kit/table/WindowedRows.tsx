import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { itemAt } from '#shared/values/items.ts';
import { columnsInSight, type DrawnColumns, leftForColumn, sidewaysStep, type Pinned } from './columns-in-sight.ts';
import { isPlain } from './plain-place.ts';
import { oncePer } from '#shared/memory/once-per.ts';
import './window.css';

/** A column of rows in sight: how wide it is, and what it shows of a row. */
export type WindowColumn<Row> = {
  key: string;
  width: number;
  className: string;
  align?: 'start' | 'center' | 'end' | undefined;
  pinned?: Pinned | undefined;
  /** The cursor steps on it; others are reached by Tab. */
  stepped: boolean;
  draw: (row: Row, state: RowState) => ReactNode;
};

/** What a row shows besides its own values. */
export type RowState = { ticked: boolean; unfolded: boolean };

export type WindowedRowsProps<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Scrolling does not make them again, so that a row is drawn again only when the table is. */
  columns: readonly WindowColumn<Row>[];
  /** Height and width of the box, in pixels; a width of 0 is not known yet. */
  height: number;
  room: number;
  /** Rows have two lines. */
  tall: boolean;
  ticked?: readonly string[] | undefined;
  unfolded?: readonly string[] | undefined;
  drawUnfolded?: ((row: Row) => ReactNode) | undefined;
  className?: ((row: Row) => string) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  /** Reported where the box stands sideways, for the head to follow. */
  onSideways: (info: { currentTarget: HTMLElement; scrollLeft: number }) => void;
  boxRef: Ref<HTMLElement>;
  /** Brings a cell into the document: only those in sight are drawn. */
  reveal: { current: ((index: number, column: string) => void) | undefined };
};

/** Height of a row with one line, and with two, in pixels, as long as it was not measured. */
const ROW_HEIGHT = 35;
const TALL_ROW_HEIGHT = 41;
/** Rows drawn beyond the edges, so that a turn of the wheel finds them there. */
const BEYOND = 4;
/** Rows come and go by so many: each time they do, the browser lays out and paints again. */
const BLOCK = 4;

/** The rows of all blocks that are in sight or just beyond. */
function blocksInSight({ startIndex, endIndex, overscan, count }: Range): number[] {
  const from = Math.max(0, Math.floor((startIndex - overscan) / BLOCK) * BLOCK);
  const to = Math.min(count, (Math.floor((endIndex + overscan) / BLOCK) + 1) * BLOCK);
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/**
 * The body of a long table: the rows in sight and a few beyond, each drawn once while it stays, with the columns in sight.
 * The browser itself scrolls.
 */
export function WindowedRows<Row extends object>(props: WindowedRowsProps<Row>) {
  const { rows, rowKey, columns, height, room, tall, ticked, unfolded, onSideways, boxRef, reveal } = props;
  const rowHeight = tall ? TALL_ROW_HEIGHT : ROW_HEIGHT;
  const box = useRef<HTMLDivElement>(null);
  const [edges, setEdges] = useState({ start: false, end: false });
  const [step, setStep] = useState(0);
  const drawn = useMemo(() => columnsInSight(columns, step, room), [columns, step, room]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowKey(itemAt(rows, index)),
    overscan: BEYOND,
    rangeExtractor: blocksInSight,
    scrollPaddingEnd: rowHeight,
  });
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const sideways = (element: HTMLDivElement): void => {
    onSideways({ currentTarget: element, scrollLeft: element.scrollLeft });
    setStep(sidewaysStep(element.scrollLeft));
    const hidden = element.scrollWidth - element.clientWidth - element.scrollLeft;
    element.style.setProperty('--pt-window-start', `${element.scrollLeft}px`);
    element.style.setProperty('--pt-window-end', `${hidden}px`);
    const [start, end] = [element.scrollLeft > 0, hidden > 1];
    if (start !== edges.start || end !== edges.end) setEdges({ start, end });
  };
  const setBox = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element;
      if (typeof boxRef === 'function') boxRef(element);
      else if (boxRef) boxRef.current = element;
    },
    [boxRef],
  );
  useEffect(() => {
    reveal.current = (index, key) => {
      if (box.current === null) return;
      // Once, not kept to as the library would: what the person scrolls next counts.
      const [top] = virtualizer.getOffsetForIndex(index, 'auto') ?? [];
      if (top !== undefined) box.current.scrollTop = top;
      const place = columns.findIndex((column) => column.key === key);
      const left = leftForColumn(columns, place, box.current.scrollLeft, box.current.clientWidth);
      if (left !== undefined) box.current.scrollLeft = left;
    };
    return () => {
      reveal.current = undefined;
    };
  }, [reveal, virtualizer, columns]);
  useEffect(() => {
    if (box.current !== null) sideways(box.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the sizes decide whether anything is hidden sideways
  }, [width, height]);
  const tickedKeys = useMemo(() => new Set(ticked), [ticked]);
  const unfoldedKeys = useMemo(() => new Set(unfolded), [unfolded]);
  const lastLeft = useRef(0);

  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div
      ref={setBox}
      className="ant-table-body pt-window"
      style={{ maxHeight: height }}
      data-hidden-start={edges.start}
      data-hidden-end={edges.end}
      onScroll={(event) => {
        const element = event.currentTarget;
        if (element.scrollLeft === lastLeft.current) return;
        lastLeft.current = element.scrollLeft;
        letStick(element);
        sideways(element);
      }}
    >
      <table
        style={{ width, tableLayout: 'fixed', marginBlock: `${above}px ${below}px` }}
        aria-rowcount={rows.length}
        aria-colcount={columns.length}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={{ width: column.width }} />
          ))}
        </colgroup>
        {items.map(({ index }) => {
          const row = itemAt(rows, index);
          const key = rowKey(row);
          return (
            <WindowedRow
              key={key}
              row={row}
              id={key}
              index={index}
              columns={columns}
              drawn={drawn}
              ticked={tickedKeys.has(key)}
              unfolded={unfoldedKeys.has(key)}
              drawUnfolded={props.drawUnfolded}
              className={props.className?.(row) ?? ''}
              onOpen={props.onOpen}
              measure={props.drawUnfolded === undefined ? undefined : virtualizer.measureElement}
            />
          );
        })}
      </table>
    </div>
  );
}

const sticking = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/**
 * Lets the columns that stay in view stick while the box moves sideways, and a moment longer. At rest they are put in their
 * places: each cell that sticks costs the browser work in every frame in which rows scroll up or down.
 */
function letStick(box: HTMLElement): void {
  clearTimeout(sticking.get(box));
  box.dataset['sideways'] = '';
  sticking.set(
    box,
    setTimeout(() => delete box.dataset['sideways'], 300),
  );
}

type RowProps<Row> = RowState & {
  row: Row;
  id: string;
  index: number;
  columns: readonly WindowColumn<Row>[];
  drawn: DrawnColumns;
  drawUnfolded: ((row: Row) => ReactNode) | undefined;
  className: string;
  onOpen: ((row: Row) => void) | undefined;
  /** Rows that never unfold are all of one height: measuring each would make the browser lay out twice. */
  measure: ((element: HTMLElement | null) => void) | undefined;
};

function PlainRow<Row>(props: RowProps<Row>) {
  const { row, id, index, columns, drawn, ticked, unfolded, drawUnfolded, className, onOpen, measure } = props;
  const selected = ticked ? ' ant-table-row-selected' : '';
  return (
    <tbody ref={measure} className="ant-table-tbody" data-index={index}>
      <tr
        className={`ant-table-row ant-table-row-level-0${selected} ${className}`}
        data-row-key={id}
        aria-rowindex={index + 1}
        onDoubleClick={({ target }) => void (isPlain(target) && onOpen?.(row))}
      >
        {columns.map((column, place) => {
          if (column.pinned === undefined && (place < drawn.from || place >= drawn.to)) {
            // One empty cell stands for all columns before those in sight, and one for all behind.
            if (place === drawn.first) return <td key="__before" colSpan={drawn.from - drawn.first} />;
            return place === drawn.to ? <td key="__behind" colSpan={drawn.last - drawn.to} /> : null;
          }
          return (
            <td
              key={column.key}
              className={`ant-table-cell ${column.className}${pinnedClass(column.pinned)}`}
              style={cellStyle(column)}
              aria-colindex={place + 1}
              {...(column.stepped ? { tabIndex: -1, 'data-column': column.key } : {})}
            >
              {column.draw(row, { ticked, unfolded })}
            </td>
          );
        })}
      </tr>
      {unfolded && drawUnfolded !== undefined && (
        <tr className="ant-table-expanded-row ant-table-expanded-row-level-1">
          <td className="ant-table-cell" colSpan={columns.length}>
            <div className="pt-window-unfolded">{drawUnfolded(row)}</div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

// memo forgets that the component takes rows of any kind.
const WindowedRow = memo(PlainRow) as typeof PlainRow;

function pinnedClass(pinned: Pinned | undefined): string {
  if (pinned === undefined) return '';
  const fix = ` ant-table-cell-fix ant-table-cell-fix-${pinned.edge}`;
  return pinned.inner ? `${fix} pt-window-inner-${pinned.edge}` : fix;
}

const cellStyle = oncePer((column: WindowColumn<never>): CSSProperties => {
  const style: Record<string, string | number> = {};
  if (column.align !== undefined) style['textAlign'] = column.align;
  if (column.pinned?.edge === 'start') style['insetInlineStart'] = column.pinned.offset;
  if (column.pinned?.edge === 'end') style['insetInlineEnd'] = column.pinned.offset;
  // What antd reckons the layers of such cells by.
  if (column.pinned !== undefined) Object.assign(style, { '--z-offset': 1, '--z-offset-reverse': 1 });
  return style;
});

import { Table } from 'antd';
import { type ReactNode, type Ref, Suspense, useMemo, useRef, useState, type RefObject, useLayoutEffect } from 'react';
import { loadTexts, useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { fetched } from '#web/kit/fetched.tsx';
import { late } from '#web/kit/late.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { isPlain } from './plain-place.ts';
import type { CardRows } from './CardRows.tsx';
import { actionColumns } from './action-columns.tsx';
import { type AntColumn, pinnedHeads, plainColumn, TICK_WIDTH, tickColumn, windowColumns } from './body-columns.tsx';
import { expandSettings, EXPAND_WIDTH } from './expand.tsx';
import { applyScheme, isLong, type SizedColumn, type DataTableProps } from './column-model.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { setSelected } from './selection.ts';
import { sortOrderOf, type SortRule, toggleSort } from './sort-rules.ts';
import { usePhone } from './use-phone.ts';
import { useSizedColumns } from './use-sized-columns.ts';
import { useTableKeyboard } from './use-table-keyboard.ts';
import type { WindowedRows, WindowedRowsProps } from './WindowedRows.tsx';
import { once } from '#shared/memory/once-per.ts';

/** Height left for the rows and width of the whole box, in pixels; the width is 0 until it was measured. */
type FilledBox = { height: number; width: number };

/** The room of a table inside a box whose size the page gives it. */
function useFillBox(box: RefObject<HTMLElement | null>, minHeight = 120): FilledBox {
  const [filled, setFilled] = useState<FilledBox>({ height: minHeight, width: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      // A hidden tab measures nothing: keep what was.
      if (element.clientHeight === 0) return;
      const head = element.querySelector<HTMLElement>('.ant-table-thead');
      const height = Math.max(minHeight, element.clientHeight - (head?.offsetHeight ?? 39) - 2);
      const width = element.clientWidth;
      setFilled((before) => (before.height === height && before.width === width ? before : { height, width }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, minHeight]);
  return filled;
}

/** How much room an upright scrollbar takes in this browser, in pixels; 0 where it lies above the content. */
const scrollbarWidth: () => number = once(() => {
  const probe = document.createElement('div');
  probe.style.cssText = 'position:absolute;visibility:hidden;width:100px;height:100px;overflow:scroll';
  document.body.append(probe);
  const width = probe.offsetWidth - probe.clientWidth;
  probe.remove();
  return width;
});

/** Another page is read from its top: when none of the rows before is among the new ones, the table goes back there. */
function useTopOfPage(box: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  const before = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const old = new Set(before.current);
    before.current = keys;
    const body = box.current?.querySelector('.ant-table-body');
    if (body && old.size > 0 && keys.length > 0 && !keys.some((key) => old.has(key))) body.scrollTop = 0;
  });
}

/** Has the cards drawn once their code is here; handed over like this they know the rows they are of. */
const WithCards = fetched(async () => {
  const [{ CardRows: Cards }] = await Promise.all([import('./CardRows.tsx'), loadTexts(['views'])]);
  return ({ draw }: { draw: (cards: typeof CardRows) => ReactNode }) => <>{draw(Cards)}</>;
});
/** Has the rows in sight drawn; only long tables fetch what draws them. */
const WithWindow = fetched(async () => {
  const { WindowedRows: Rows } = await import('./WindowedRows.tsx');
  return ({ draw }: { draw: (rows: typeof WindowedRows) => ReactNode }) => <>{draw(Rows)}</>;
});
const ShortcutHelp = late(async () => (await import('./ShortcutHelp.tsx')).ShortcutHelp);

/** What antd hands to a body that is not its own. */
type BodyInfo = { ref: Ref<HTMLElement>; onScroll: WindowedRowsProps<never>['onSideways'] };

/** Rows as a table; in a window as narrow as a phone's as cards, whose code only phones fetch. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  if (!usePhone()) return <WideTable {...props} />;
  return (
    <Suspense fallback={<div className="pt-table" />}>
      <WithCards draw={(Cards) => <Cards<Row> {...props} />} />
    </Suspense>
  );
}

/**
 * The table of every list page: sticky head and first column, columns to resize, hide and reorder, sort by several
 * keys, selection over pages, row menu, keyboard. It fills the height of its box.
 */
function WideTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, rowKey, scheme, onScheme, selection, onSelection, actions = [], onOpen } = props;
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const reveal = useRef<((index: number, column: string) => void) | undefined>(undefined);
  const [help, setHelp] = useState(false);
  const { height, width: room } = useFillBox(box);
  const chosen = useMemo(
    () => applyScheme(props.columns, scheme, props.sortRules),
    [props.columns, scheme, props.sortRules],
  );
  const long = isLong(rows.length, chosen.length);
  const acts = actionColumns(actions, t('table.actions'));
  const extra =
    (selection ? TICK_WIDTH : 0) +
    (props.expanding ? EXPAND_WIDTH : 0) +
    acts.reduce((sum, column) => sum + column.width, 0);
  const columns = useSizedColumns(chosen, rows, room - scrollbarWidth() - extra);
  const tall = chosen.some((column) => column.lines === 2);
  const resize = (key: string, width: number): void =>
    onScheme({ ...scheme, widths: { ...scheme.widths, [key]: width } });
  const tick = (row: Row): void => {
    if (selection) onSelection?.(setSelected(selection, [[rowKey(row), row]], !selection.ids.includes(rowKey(row))));
  };

  useTopOfPage(box, rows.map(rowKey));
  useTableKeyboard({
    box,
    rows,
    rowKey,
    columnKeys: columns.map((column) => column.key),
    actions,
    onOpen,
    onToggle: selection === undefined ? undefined : tick,
    onCopy: (row, key) => {
      const column = columns.find((item) => item.key === key);
      if (column)
        void copyText(column.text(row)).then((done) => done && toast.success(t('table.copied'), { durationMs: 1_200 }));
    },
    onHelp: () => setHelp(true),
    selecting: selection !== undefined && selection.ids.length > 0,
    reveal: (index, column) => reveal.current?.(index, column),
  });

  const inSight = windowColumns({
    columns,
    acts,
    onTick: selection && onSelection ? tick : undefined,
    expanding: props.expanding,
    rowKey,
    t,
  });
  const headStyles = new Map(long ? pinnedHeads(inSight, scrollbarWidth()) : []);
  const antColumns = columns.map((column, index): AntColumn<Row> => ({
    ...plainColumn(column, index === 0),
    title: drawHead(column, props, t('table.sortHint'), (width) => resize(column.key, width)),
    onHeaderCell: () => ({
      'aria-sort': ariaSort(props.sortRules, column.sortName),
      style: headStyles.get(column.key),
    }),
  }));
  antColumns.push(...acts.map((act) => ({ ...act, onHeaderCell: () => ({ style: headStyles.get(act.key) }) })));
  const width = columns.reduce((sum, column) => sum + column.width, extra);
  const last = antColumns.at(-1);
  // antd takes the room of the scrollbar from the last column of a body that is not its own.
  if (long && last) last.width = Number(last.width) + scrollbarWidth();
  const drawRows = (_: readonly object[], info: BodyInfo): ReactNode => (
    <Suspense fallback={<div className="ant-table-body" style={{ height }} />}>
      <WithWindow
        draw={(Rows) => (
          <Rows<Row>
            rows={rows}
            rowKey={rowKey}
            columns={inSight}
            height={height}
            room={room}
            tall={tall}
            ticked={selection?.ids}
            unfolded={props.expanding?.keys}
            drawUnfolded={props.expanding?.render}
            className={props.rowClassName}
            onOpen={onOpen}
            onSideways={info.onScroll}
            boxRef={info.ref}
            reveal={reveal}
          />
        )}
      />
    </Suspense>
  );
  return (
    <div
      ref={box}
      className={tall ? 'pt-table pt-table-tall' : 'pt-table'}
      role="region"
      aria-label={props.label}
      aria-busy={props.refreshing}
    >
      <Table<Row>
        size="small"
        columns={antColumns}
        dataSource={rows}
        rowKey={rowKey}
        pagination={false}
        showSorterTooltip={false}
        {...(long ? { components: { body: drawRows as never } } : {})}
        scroll={{ x: width, y: height }}
        tableLayout="fixed"
        {...(props.rowClassName ? { rowClassName: props.rowClassName } : {})}
        {...(selection && onSelection ? { rowSelection: tickColumn(selection, onSelection, rowKey, t) } : {})}
        {...(props.expanding ? { expandable: expandSettings(props.expanding, rowKey, t) } : {})}
        onRow={(row) => ({ onDoubleClick: ({ target }) => void (isPlain(target) && onOpen?.(row)) })}
        locale={{ emptyText: props.placeholder ?? <span /> }}
      />
      <ShortcutHelp open={help} onClose={() => setHelp(false)} actions={actions} selectable={selection !== undefined} />
    </div>
  );
}

function drawHead<Row>(
  { title, sortName, headExtra, width }: SizedColumn<Row>,
  { sortRules = [], openingSort, onSort }: Pick<DataTableProps<Row>, 'sortRules' | 'openingSort' | 'onSort'>,
  sortHint: string,
  onResize: (width: number) => void,
): ReactNode {
  return (
    <HeaderCell
      title={title}
      sortName={sortName}
      direction={sortRules.find((rule) => rule.columnName === sortName)?.sortType}
      order={sortRules.length > 1 && sortName !== undefined ? sortOrderOf(sortRules, sortName) : undefined}
      sortHint={sortHint}
      extra={headExtra}
      onSort={() => sortName !== undefined && onSort?.(toggleSort(sortRules, sortName, openingSort))}
      width={width}
      onResize={onResize}
    />
  );
}

function ariaSort(
  rules: readonly SortRule[] | undefined,
  sortName: string | undefined,
): 'ascending' | 'descending' | undefined {
  const rule = rules?.find((item) => item.columnName === sortName);
  return rule === undefined ? undefined : rule.sortType === 'asc' ? 'ascending' : 'descending';
}

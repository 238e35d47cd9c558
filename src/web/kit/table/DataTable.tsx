import { Table, type TableProps } from 'antd';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { late } from '#web/kit/late.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { CopyButton } from '../value/CopyButton.tsx';
import { actionColumns } from './action-columns.tsx';
import { type Expanding, expandSettings, EXPAND_WIDTH } from './expand.tsx';
import type { ColumnScheme } from './column-scheme.ts';
import { applyScheme, type DataColumn, type RowAction, type SizedColumn, VIRTUAL_CELLS } from './column-model.ts';
import { drawnOnce } from './drawn-once.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { type Selection, setSelected } from './selection.ts';
import { sortOrderOf, type SortRule, toggleSort } from './sort-rules.ts';
import { useFillHeight } from './use-fill-height.ts';
import { useTableKeyboard } from './use-table-keyboard.ts';

const ShortcutHelp = late(async () => (await import('./ShortcutHelp.tsx')).ShortcutHelp);

export type DataTableProps<Row> = {
  /** Said to screen readers. */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  scheme: ColumnScheme;
  onScheme: (scheme: ColumnScheme) => void;
  sortRules?: readonly SortRule[];
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

const TICK_WIDTH = 40;

/**
 * The table of every list page: sticky head and first column, columns to resize, hide and reorder, sort by several
 * keys, selection over pages, row menu, keyboard. It fills the height of its box.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, rowKey, scheme, onScheme, selection, onSelection, actions = [], onOpen } = props;
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<{ scrollTo: (to: { index: number }) => void } & object>(null);
  const [help, setHelp] = useState(false);
  const height = useFillHeight(box);
  const columns = useMemo(() => applyScheme(props.columns, scheme), [props.columns, scheme]);
  const resize = (key: string, width: number): void =>
    onScheme({ ...scheme, widths: { ...scheme.widths, [key]: width } });
  const tick = (row: Row): void => {
    if (selection) onSelection?.(setSelected(selection, [[rowKey(row), row]], !selection.ids.includes(rowKey(row))));
  };

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
    reveal: (index) => table.current?.scrollTo({ index }),
  });

  const antColumns = columns.map((column, index) => ({
    ...plainColumn(column, index === 0),
    title: (
      <HeaderCell
        title={column.title}
        sortName={column.sortName}
        direction={props.sortRules?.find((rule) => rule.columnName === column.sortName)?.sortType}
        order={
          props.sortRules && props.sortRules.length > 1 && column.sortName !== undefined
            ? sortOrderOf(props.sortRules, column.sortName)
            : undefined
        }
        sortHint={t('table.sortHint')}
        onSort={() =>
          column.sortName !== undefined && props.onSort?.(toggleSort(props.sortRules ?? [], column.sortName))
        }
        width={column.width}
        onResize={(width) => resize(column.key, width)}
      />
    ),
    onHeaderCell: () => ({ 'aria-sort': ariaSort(props.sortRules, column.sortName) }),
  })) as NonNullable<TableProps<Row>['columns']>;
  const acts = actionColumns(actions, t('table.actions'));
  antColumns.push(...acts);

  const width =
    columns.reduce((sum, column) => sum + column.width, 0) +
    (selection ? TICK_WIDTH : 0) +
    (props.expanding ? EXPAND_WIDTH : 0) +
    acts.reduce((sum, column) => sum + column.width, 0);
  return (
    <div ref={box} className="pt-table" role="region" aria-label={props.label} aria-busy={props.refreshing}>
      <Table<Row>
        ref={table as never}
        size="small"
        columns={antColumns}
        dataSource={rows as Row[]}
        rowKey={rowKey}
        pagination={false}
        showSorterTooltip={false}
        virtual={rows.length * columns.length > VIRTUAL_CELLS}
        scroll={{ x: width, y: height }}
        tableLayout="fixed"
        {...(props.rowClassName ? { rowClassName: props.rowClassName } : {})}
        {...(selection && onSelection ? { rowSelection: tickColumn(selection, onSelection, rowKey, t) } : {})}
        {...(props.expanding ? { expandable: expandSettings(props.expanding, rowKey, t) } : {})}
        onRow={(row) => ({ onDoubleClick: () => onOpen?.(row) })}
        locale={{ emptyText: props.placeholder ?? <span /> }}
      />
      <ShortcutHelp open={help} onClose={() => setHelp(false)} actions={actions} selectable={selection !== undefined} />
    </div>
  );
}

function ariaSort(
  rules: readonly SortRule[] | undefined,
  sortName: string | undefined,
): 'ascending' | 'descending' | undefined {
  const rule = rules?.find((item) => item.columnName === sortName);
  return rule === undefined ? undefined : rule.sortType === 'asc' ? 'ascending' : 'descending';
}

function drawCell<Row>(column: SizedColumn<Row>, row: Row): ReactNode {
  const text = column.text(row);
  return (
    <span className="pt-cell">
      <span className="pt-cell-value" title={text}>
        {column.render ? column.render(row) : text}
      </span>
      {column.copyable && text !== '' && <CopyButton text={text} />}
    </span>
  );
}

function plainColumn<Row extends object>(column: SizedColumn<Row>, first: boolean): object {
  const draw = drawnOnce<Row>((row) => drawCell(column, row));
  const cell = { tabIndex: -1, 'data-column': column.key };
  return {
    key: column.key,
    width: column.width,
    ...(first ? { fixed: 'start' } : {}),
    align: column.align ?? 'start',
    className: column.align === 'end' ? 'pt-td pt-td-end' : 'pt-td',
    onCell: () => cell,
    render: (_: unknown, row: Row) => draw(row),
  };
}

function tickColumn<Row extends object>(
  selection: Selection<Row>,
  onSelection: (selection: Selection<Row>) => void,
  rowKey: (row: Row) => string,
  t: ReturnType<typeof useT>,
): NonNullable<TableProps<Row>['rowSelection']> {
  const boxes = new WeakMap<Row, ReactNode>();
  return {
    columnWidth: TICK_WIDTH,
    fixed: true,
    // As with cells: while nothing is ticked anew, the box of a row stays what it is.
    renderCell: (_checked, row, _index, box) => {
      if (!boxes.has(row)) boxes.set(row, box as ReactNode);
      return boxes.get(row);
    },
    selectedRowKeys: [...selection.ids],
    preserveSelectedRowKeys: true,
    onSelect: (row, selected) => onSelection(setSelected(selection, [[rowKey(row), row]], selected)),
    onSelectAll: (selected, _, changed) =>
      onSelection(
        setSelected(
          selection,
          changed.map((row) => [rowKey(row), row] as const),
          selected,
        ),
      ),
    getCheckboxProps: () => ({ 'aria-label': t('table.selectRow') }) as never,
    getTitleCheckboxProps: () => ({ 'aria-label': t('table.selectPage') }) as never,
  };
}

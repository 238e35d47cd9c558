import { Checkbox, type CheckboxProps, type TableProps } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import type { Translate } from '#web/i18n/index.ts';
import { CopyButton } from '../value/CopyButton.tsx';
import type { ActionColumn } from './action-columns.tsx';
import type { SizedColumn } from './column-model.ts';
import { type Expanding, EXPAND_WIDTH, toggled, UnfoldButton } from './expand.tsx';
import { type Selection, setSelected } from './selection.ts';
import type { WindowColumn } from './WindowedRows.tsx';

/** Width of the column with the boxes to tick, in pixels. */
export const TICK_WIDTH = 40;

function drawCell<Row>(column: SizedColumn<Row>, row: Row): ReactNode {
  const text = column.text(row);
  const sourceText = text === '' ? undefined : column.sourceText?.(row);
  return (
    <span className="pt-cell">
      <span className="pt-cell-value" title={sourceText === undefined ? text : `${text}\n${sourceText}`}>
        {column.render ? column.render(row) : text}
      </span>
      {column.copyable && text !== '' && <CopyButton text={text} />}
    </span>
  );
}

const classOf = ({ align, lines }: Pick<SizedColumn<never>, 'align' | 'lines'>): string =>
  `pt-td${align === 'end' ? ' pt-td-end' : ''}${lines === 2 ? ' pt-td-lines' : ''}`;

/** A column of antd's table. */
export type AntColumn<Row> = NonNullable<TableProps<Row>['columns']>[number];

/** A column as antd's table takes it, without its head. */
export function plainColumn<Row extends object>(column: SizedColumn<Row>, first: boolean): AntColumn<Row> {
  const cell = { tabIndex: -1, 'data-column': column.key };
  return {
    key: column.key,
    width: column.width,
    ...(first ? { fixed: 'start' as const } : {}),
    align: column.align ?? 'start',
    className: classOf(column),
    onCell: () => cell,
    render: (_: unknown, row: Row) => drawCell(column, row),
  };
}

/** What a box to tick is called. */
const named = (label: string): CheckboxProps & { 'aria-label': string } => ({ 'aria-label': label });

/** The boxes to tick, as antd's table takes them. */
export function tickColumn<Row extends object>(
  selection: Selection<Row>,
  onSelection: (selection: Selection<Row>) => void,
  rowKey: (row: Row) => string,
  t: Translate,
): NonNullable<TableProps<Row>['rowSelection']> {
  return {
    columnWidth: TICK_WIDTH,
    fixed: true,
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
    getCheckboxProps: () => named(t('table.selectRow')),
    getTitleCheckboxProps: () => named(t('table.selectPage')),
  };
}

/** The same columns for a body that draws only the rows in sight: unfold, tick, data, acts. */
export function windowColumns<Row extends object>(parts: {
  columns: readonly SizedColumn<Row>[];
  acts: readonly ActionColumn<Row>[];
  onTick: ((row: Row) => void) | undefined;
  expanding: Expanding<Row> | undefined;
  rowKey: (row: Row) => string;
  t: Translate;
}): WindowColumn<Row>[] {
  const { columns, acts, onTick, expanding, rowKey, t } = parts;
  const start: WindowColumn<Row>[] = [];
  let left = 0;
  const pinStart = (column: Omit<WindowColumn<Row>, 'pinned'>, inner: boolean): void => {
    start.push({ ...column, pinned: { edge: 'start', offset: left, inner } });
    left += column.width;
  };
  if (expanding !== undefined)
    pinStart(
      {
        key: '__unfold',
        width: EXPAND_WIDTH,
        className: 'ant-table-row-expand-icon-cell',
        stepped: false,
        draw: (row, { unfolded }) => (
          <UnfoldButton
            name={expanding.nameOf(row)}
            open={unfolded}
            onClick={() => expanding.onKeys(toggled(expanding.keys, rowKey(row)))}
          />
        ),
      },
      false,
    );
  if (onTick !== undefined)
    pinStart(
      {
        key: '__tick',
        width: TICK_WIDTH,
        className: 'ant-table-selection-column',
        stepped: false,
        draw: (row, { ticked }) => (
          <Checkbox checked={ticked} aria-label={t('table.selectRow')} onChange={() => onTick(row)} />
        ),
      },
      false,
    );
  const data = columns.map((column) => ({
    key: column.key,
    width: column.width,
    align: column.align,
    className: classOf(column),
    stepped: true,
    draw: (row: Row) => drawCell(column, row),
  }));
  const [first, ...others] = data;
  if (first !== undefined) pinStart(first, true);
  let right = acts.reduce((sum, act) => sum + act.width, 0);
  const end = acts.map((act, index): WindowColumn<Row> => {
    right -= act.width;
    return {
      key: act.key,
      width: act.width,
      align: act.align,
      className: act.className,
      stepped: false,
      pinned: { edge: 'end', offset: right, inner: index === 0 },
      draw: (row) => act.render(undefined, row),
    };
  });
  return [...start, ...others, ...end];
}

/** Where the heads of columns that stay in view stand: antd knows no widths of a body that is not its own. */
export function pinnedHeads(
  columns: readonly WindowColumn<never>[],
  scrollbar: number,
): [key: string, style: CSSProperties][] {
  return columns.flatMap(({ key, pinned }) => {
    if (pinned === undefined) return [];
    const { edge, offset } = pinned;
    return [[key, edge === 'start' ? { insetInlineStart: offset } : { insetInlineEnd: offset + scrollbar }]];
  });
}

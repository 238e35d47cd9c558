import { CloseOutlined, FullscreenExitOutlined, FullscreenOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { ColumnFilterButton } from '#web/kit/table/ColumnFilterButton.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { DataTable } from '#web/kit/table/DataTable.tsx';
import {
  type ColumnFilter,
  type ColumnFilters,
  filterRows,
  isOpen,
  noFilter,
  sortRows,
} from '#web/kit/table/local-rows.ts';
import { Pager } from '#web/kit/table/Pager.tsx';
import { emptySelection, type Selection } from '#web/kit/table/selection.ts';
import { SelectionBar } from '#web/kit/table/SelectionBar.tsx';
import type { SortRule } from '#web/kit/table/sort-rules.ts';
import { useColumnScheme } from '#web/kit/table/use-column-scheme.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { FieldDrawer } from './FieldDrawer.tsx';
import type { InfoColumn } from './info-columns.tsx';
import type { TableName } from './info-rows.ts';

/** Sizes of a page of bookings; the last one has them all on one page, of which only the rows in sight are drawn. */
const FIRST_SIZE = 20;
const SIZES = [FIRST_SIZE, 50, 100, 200, 1_000, 5_000];

/** How a table stands on the page. */
export type Place = {
  maximised: boolean;
  onMaximise: () => void;
  onHide: () => void;
};

type Props<Row> = Place & {
  name: TableName;
  /** What it is called, where that is not the name of the table by sea. */
  title?: string;
  columns: readonly InfoColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Another value is another list: filters and selection start over. */
  subject: string;
  /** Rows are shown page by page. */
  paged?: boolean;
  current?: string | undefined;
  onPick?: (row: Row) => void;
  actions?: readonly RowAction<Row>[];
  /** Buttons for the rows that are ticked; without it rows cannot be ticked. */
  batch?: (ticked: readonly Row[], clear: () => void) => ReactNode;
  extra?: ReactNode;
  note?: ReactNode;
  refreshing?: boolean;
  /** Nothing is known of its rows yet, not even how many they are. */
  loading?: boolean;
  /** Stated in the place of rows: loading, an error, why there is nothing. */
  placeholder: ReactNode;
};

/** What somebody sees of the rows: filters, order, page and ticks. */
function useTableView<Row>({ columns, rows, rowKey, subject, paged }: Props<Row>) {
  const [sortRules, setSortRules] = useState<SortRule[]>([]);
  const [filters, setFilters] = useState<ColumnFilters>({});
  const [selection, setSelection] = useState<Selection<Row>>(emptySelection);
  const [paging, setPaging] = useState({ page: 1, pageSize: FIRST_SIZE });
  useEffect(() => {
    setSelection(emptySelection);
    setFilters({});
    setPaging(({ pageSize }) => ({ page: 1, pageSize }));
  }, [subject]);
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  const passed = useMemo(
    () => filterRows(rows, filters, (row, key) => byKey.get(key)?.text(row) ?? ''),
    [rows, filters, byKey],
  );
  const ordered = useMemo(
    () => (sortRules.length === 0 ? passed : sortRows(passed, sortRules, (row, key) => byKey.get(key)?.value(row))),
    [passed, sortRules, byKey],
  );
  const page = Math.min(paging.page, Math.max(1, Math.ceil(ordered.length / paging.pageSize)));
  const shown = useMemo(
    () => (paged === true ? ordered.slice((page - 1) * paging.pageSize, page * paging.pageSize) : ordered),
    [paged, ordered, page, paging.pageSize],
  );
  // What is not shown, as after a filter or a deletion, is not acted upon.
  const ticked = useMemo(() => {
    const ids = new Set(selection.ids);
    return ids.size === 0 ? [] : ordered.filter((row) => ids.has(rowKey(row)));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- keys do not change with the function
  }, [selection, ordered]);
  const filter = (key: string, next: ColumnFilter): void => {
    setFilters((before) => ({ ...before, [key]: next }));
    setPaging(({ pageSize }) => ({ page: 1, pageSize }));
  };
  return {
    sortRules,
    setSortRules,
    filters,
    filter,
    selection,
    setSelection,
    ticked,
    passed,
    ordered,
    shown,
    clearFilters: () => setFilters({}),
    paging: { ...paging, page },
    setPaging,
  };
}

type View<Row> = ReturnType<typeof useTableView<Row>>;

/** Title, number of rows, what is ticked, and what can be done with it and with the table. */
function Head<Row>({ table, view, onFields }: { table: Props<Row>; view: View<Row>; onFields: () => void }) {
  const { name, rows, rowKey, batch, maximised } = table;
  const { passed, ordered, ticked, filters, selection, setSelection } = view;
  const t = useT();
  const title = table.title ?? t(`businessInfo.table.${name}`);
  const active = Object.values(filters).filter((filter) => !isOpen(filter)).length;
  const resize = t(maximised ? 'businessInfo.restore' : 'businessInfo.maximise', { name: title });
  const hide = t('businessInfo.hide', { name: title });
  return (
    <div className="pt-info-head">
      <h2>{title}</h2>
      <span className="pt-muted">
        {table.loading === true
          ? ''
          : passed.length === rows.length
            ? t('businessInfo.count', { count: formatCount(rows.length) })
            : t('businessInfo.filtered', { count: formatCount(passed.length), total: formatCount(rows.length) })}
      </span>
      {table.note}
      {active > 0 && (
        <Button size="small" type="link" onClick={view.clearFilters}>
          {t('businessInfo.clearFilters', { count: active })}
        </Button>
      )}
      {batch && (
        <SelectionBar
          selection={{ ...selection, ids: ticked.map(rowKey) }}
          onSelection={setSelection}
          total={ordered.length}
          loadIds={(number, size) =>
            Promise.resolve({
              ids: ordered.slice((number - 1) * size, number * size).map(rowKey),
              total: ordered.length,
            })
          }
        />
      )}
      <span className="pt-toolbar-gap" />
      {batch?.(ticked, () => setSelection(emptySelection))}
      {table.extra}
      <Button size="small" icon={<SettingOutlined />} onClick={onFields}>
        {t('businessInfo.fields')}
      </Button>
      <Button
        size="small"
        type="text"
        icon={maximised ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        aria-label={resize}
        title={resize}
        onClick={table.onMaximise}
      />
      {!maximised && (
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={hide}
          title={hide}
          onClick={table.onHide}
        />
      )}
    </div>
  );
}

/** The columns with a filter in the head of each. */
function useFilterHeads<Row>({ columns, rows }: Props<Row>, { filters, filter }: View<Row>): InfoColumn<Row>[] {
  return useMemo(
    () =>
      columns.map((column) => ({
        ...column,
        headExtra: (
          <ColumnFilterButton<Row>
            title={column.title}
            rows={rows}
            textOf={column.text}
            filter={filters[column.key] ?? noFilter}
            onFilter={(next) => filter(column.key, next)}
          />
        ),
      })),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- filtering is always the same
    [columns, rows, filters],
  );
}

/** One of the tables: title with the number of rows, what can be done, rows to sort and filter, and its fields. */
export function InfoTable<Row extends object>(props: Props<Row>) {
  const { name, columns, rows, rowKey, current, onPick, batch, maximised } = props;
  const t = useT();
  const { scheme, setScheme } = useColumnScheme(`businessInfo/${name}`);
  const [fieldsOpen, setFieldsOpen] = useState(false);
  const view = useTableView(props);
  const { shown, paging } = view;
  const headed = useFilterHeads(props, view);
  const title = props.title ?? t(`businessInfo.table.${name}`);
  /** A click anywhere on a row picks it; by keyboard Enter does. */
  const pick = (target: Element): void => {
    const key = target.closest<HTMLElement>('.ant-table-row')?.dataset['rowKey'];
    if (key === undefined || target.closest('button, a, input, label') !== null) return;
    const row = shown.find((item) => rowKey(item) === key);
    if (row !== undefined) onPick?.(row);
  };
  return (
    <section className="pt-info-table" data-maximised={maximised || undefined} data-pickable={onPick !== undefined}>
      <Head table={props} view={view} onFields={() => setFieldsOpen(true)} />
      <div className="pt-info-rows" onClick={({ target }) => target instanceof Element && pick(target)}>
        <DataTable<Row>
          label={title}
          columns={headed}
          rows={shown}
          rowKey={rowKey}
          scheme={scheme}
          onScheme={setScheme}
          sortRules={view.sortRules}
          onSort={view.setSortRules}
          {...(batch ? { selection: view.selection, onSelection: view.setSelection } : {})}
          {...(props.actions ? { actions: props.actions } : {})}
          {...(onPick ? { onOpen: onPick } : {})}
          rowClassName={(row) => (rowKey(row) === current ? 'pt-info-current' : '')}
          refreshing={props.refreshing ?? false}
          placeholder={rows.length > 0 ? <EmptyState onReset={view.clearFilters} /> : props.placeholder}
        />
      </div>
      {props.paged && (
        <Pager
          short
          sizes={SIZES}
          {...paging}
          total={view.ordered.length}
          onChange={(page, pageSize) => view.setPaging({ page, pageSize })}
        />
      )}
      <FieldDrawer
        open={fieldsOpen}
        table={`businessInfo/${name}`}
        title={title}
        columns={columns}
        scheme={scheme}
        onSave={setScheme}
        onClose={() => setFieldsOpen(false)}
      />
    </section>
  );
}

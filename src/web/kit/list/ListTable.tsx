import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { ExportButton } from '#web/kit/export/ExportButton.tsx';
import type { ExportOrder } from '#web/kit/export/export-runs.ts';
import { late } from '#web/kit/late.tsx';
import type { QueryState } from '#web/kit/state/query-state.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { visibleColumns } from '#web/kit/table/column-scheme.ts';
import { DataTable } from '#web/kit/table/DataTable.tsx';
import type { Selection } from '#web/kit/table/selection.ts';
import { SelectionBar } from '#web/kit/table/SelectionBar.tsx';
import { useColumnScheme } from '#web/kit/table/use-column-scheme.ts';
import { SavedViews } from '#web/kit/views/SavedViews.tsx';
import type { DataTableProps } from '#web/kit/table/column-model.ts';
import '#web/kit/kit.css';
import '#web/kit/value.css';

const ColumnDrawer = late(async () => (await import('#web/kit/table/ColumnDrawer.tsx')).ColumnDrawer);

/** The rows of one page and how many there are on all. */
export type RowPage<Row> = { records: readonly Row[]; totalRecord: number };

/** Selecting rows over all pages; `load` gives one page of the filtered rows. */
export type Selecting<Row> = {
  selection: Selection<Row>;
  onSelection: (selection: Selection<Row>) => void;
  load: (page: { currentPage: number; pageSize: number }, signal: AbortSignal) => Promise<RowPage<Row>>;
};

/** What stands above the table, from start to end. */
export type Toolbar = {
  toolbar?: ReactNode;
  /** Takes the room between both ends; empty unless stated. */
  middle?: ReactNode;
  /** Says that the rows on screen are not the latest; pressing it asks for them. */
  news?: string | undefined;
  extra?: ReactNode;
  /** Keeps views of the list at this address, and its columns by name. */
  viewsAt?: string | undefined;
  /** Keeps columns by name, also without views. */
  columnsByName?: boolean;
  beforeExport?: ReactNode;
  /** The list as the server exports it, with the columns on screen or those of them that it knows. */
  exported?: Pick<ExportOrder, 'list' | 'query'> & { knows?: (column: string) => boolean };
};

type FromTable =
  | 'label'
  | 'columns'
  | 'rowKey'
  | 'sortRules'
  | 'openingSort'
  | 'onSort'
  | 'actions'
  | 'onOpen'
  | 'rowClassName'
  | 'expanding';

/** What a table under a toolbar is made of. */
export type ListTableProps<Row> = Pick<DataTableProps<Row>, FromTable> &
  Toolbar & {
    /** Under this name the columns that people chose are kept. */
    table: string;
    query: QueryState<unknown>;
    rows: readonly Row[];
    /** Rows that pass the filters, on all pages. */
    total: number;
    selecting?: Selecting<Row>;
    /** Stated when there is nothing at all. */
    emptyText?: string;
    /** The button by which it is filled. */
    emptyAction?: ReactNode;
    /** Another view of the rows, in the place of the table. */
    instead?: ReactNode;
    /** Given when filters may be why there is nothing. */
    onReset?: (() => void) | undefined;
  };

type PlaceholderProps = Pick<ListTableProps<object>, 'query' | 'emptyText' | 'emptyAction' | 'onReset'>;

function Placeholder({ query, emptyText, emptyAction, onReset }: PlaceholderProps) {
  if (query.isError) return <ErrorState message={query.error?.message ?? ''} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState />;
  return onReset ? <EmptyState onReset={onReset} /> : <EmptyState text={emptyText} action={emptyAction} />;
}

/** Toolbar and table with the choice of columns; loading, failure and emptiness are shown in the place of the rows. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { table, query, rows, total, columns, rowKey, selecting, viewsAt, exported } = props;
  const t = useT();
  const { scheme, setScheme } = useColumnScheme(table);
  const [columnsOpen, setColumnsOpen] = useState(false);
  const shown = visibleColumns(
    columns.map((column) => column.key),
    scheme,
  );
  return (
    <>
      <div className="pt-toolbar" data-selecting={(selecting?.selection.ids.length ?? 0) > 0}>
        {props.toolbar}
        {selecting && (
          <SelectionBar
            selection={selecting.selection}
            onSelection={selecting.onSelection}
            total={total}
            loadIds={async (currentPage, pageSize, signal) => {
              const page = await selecting.load({ currentPage, pageSize }, signal);
              return { ids: page.records.map(rowKey), total: page.totalRecord };
            }}
          />
        )}
        {props.middle ?? <span className="pt-toolbar-gap" />}
        {props.news !== undefined && (
          <button type="button" className="pt-news" onClick={() => void query.refetch()}>
            {props.news}
          </button>
        )}
        <span className="pt-toolbar-end">
          {props.extra}
          {viewsAt !== undefined && <SavedViews route={viewsAt} table={table} />}
          {props.beforeExport}
          {exported && (
            <ExportButton
              list={exported.list}
              query={exported.query}
              total={total}
              columns={exported.knows === undefined ? shown : shown.filter(exported.knows)}
            />
          )}
          {props.instead === undefined && (
            <Button size="small" icon={<SettingOutlined />} onClick={() => setColumnsOpen(true)}>
              {t('table.columns.button')}
            </Button>
          )}
        </span>
      </div>
      {props.instead ?? (
        <DataTable<Row>
          label={props.label}
          columns={columns}
          rowKey={rowKey}
          rows={query.isError ? [] : rows}
          scheme={scheme}
          onScheme={setScheme}
          sortRules={props.sortRules}
          openingSort={props.openingSort}
          onSort={props.onSort}
          selection={selecting?.selection}
          onSelection={selecting?.onSelection}
          actions={props.actions}
          onOpen={props.onOpen}
          rowClassName={props.rowClassName}
          expanding={props.expanding}
          refreshing={query.isFetching}
          placeholder={<Placeholder {...props} />}
        />
      )}
      <ColumnDrawer
        open={columnsOpen}
        table={viewsAt === undefined && props.columnsByName !== true ? undefined : table}
        onClose={() => setColumnsOpen(false)}
        columns={columns}
        scheme={scheme}
        onScheme={setScheme}
      />
    </>
  );
}

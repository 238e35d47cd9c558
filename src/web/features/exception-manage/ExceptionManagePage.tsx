import { EditOutlined, EyeOutlined, FormOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { useMemo, useState } from 'react';
import { useGo, usePageSearch } from '#web/app/page-hooks.ts';
import { usePages } from '#web/app/pages.ts';
import type { PageSearch } from '#web/app/page.ts';
import { prepareCall, useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { keepWalk } from '#web/kit/list/list-walk.ts';
import { useLastPage } from '#web/kit/list/use-last-page.ts';
import { SearchForm } from '#web/kit/search/SearchForm.tsx';
import { prepareNames } from '#web/kit/search/use-names.ts';
import type { SearchValues } from '#web/kit/search/search-values.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { ColumnDrawer } from '#web/kit/table/ColumnDrawer.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { visibleColumns } from '#web/kit/table/column-scheme.ts';
import { DataTable } from '#web/kit/table/DataTable.tsx';
import { Pager } from '#web/kit/table/Pager.tsx';
import { emptySelection, type Selection } from '#web/kit/table/selection.ts';
import { useColumnScheme } from '#web/kit/table/use-column-scheme.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { useExceptionColumns } from './columns.tsx';
import { ExceptionDialogs } from './ExceptionDialogs.tsx';
import { ExceptionDrawer } from './ExceptionDrawer.tsx';
import { ExceptionToolbar } from './ExceptionToolbar.tsx';
import { useExceptionFields, useLinkFields } from './fields.tsx';
import { filtersOf, type ListState, queryOf, stateFromUrl, stateToUrl } from './list-state.ts';
import { exceptionId, type ExceptionRow, recordProblemOf, viewProblemOf } from './row-rules.ts';
import { type Job, useJobs } from './use-jobs.ts';
import { useNewRows } from './use-new-rows.ts';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import './exception-manage.css';

const ROUTE = '/exception-manage';
const TABLE = 'exception-manage';
const HANDLE_ROUTE = '/exception-manage/handle';

function useListState(): [ListState, (change: Partial<ListState>) => void] {
  const { search, setSearch } = usePageSearch(ROUTE);
  const state = useMemo(() => stateFromUrl(search), [search]);
  return [state, (change) => setSearch(stateToUrl({ ...state, ...change }))];
}

function useRowActions(
  onView: (row: ExceptionRow) => void,
  onJob: (job: Job) => void,
  onLeave: () => void,
): RowAction<ExceptionRow>[] {
  const t = useT();
  const go = useGo();
  const pages = usePages();
  const one = (kind: Job['kind']) => (row: ExceptionRow) => onJob({ kind, ids: [exceptionId(row)], rows: [row] });
  const actions: RowAction<ExceptionRow>[] = [
    { key: 'view', label: t('exceptionManage.action.view'), shortcut: 'v', icon: <EyeOutlined />, run: onView },
    {
      key: 'assign',
      label: t('exceptionManage.action.assign'),
      shortcut: 'a',
      icon: <UserSwitchOutlined />,
      run: one('assign'),
    },
    {
      key: 'update',
      label: t('exceptionManage.action.update'),
      shortcut: 'u',
      icon: <EditOutlined />,
      run: one('one'),
    },
  ];
  // No button leads to a page that is not there.
  if (pages.has(HANDLE_ROUTE)) {
    actions.push({
      key: 'record',
      label: t('exceptionManage.action.record'),
      shortcut: 'r',
      icon: <FormOutlined />,
      run: (row) => {
        const problem = recordProblemOf(row);
        if (problem) toast.warn(t(`exceptionManage.problem.${problem}`));
        else {
          onLeave();
          go(`${HANDLE_ROUTE}?id=${encodeURIComponent(exceptionId(row))}`);
        }
      },
    });
  }
  return actions;
}

/** Asks for rows and names before the page is on screen. */
export function prepare(search: PageSearch): void {
  prepareCall('queryExceptions', queryOf(stateFromUrl(search)));
  prepareNames();
}

/** The list of exceptions: find, select, assign, handle, and see why each is here. */
export function ExceptionManagePage() {
  const t = useT();
  const [state, change] = useListState();
  const fields = useExceptionFields();
  const links = useLinkFields();
  const columns = useExceptionColumns();
  const { scheme, setScheme } = useColumnScheme(TABLE);
  const [selection, setSelection] = useState<Selection<ExceptionRow>>(emptySelection);
  const [drawer, setDrawer] = useState(false);
  const [viewed, setViewed] = useState<{ row: ExceptionRow; open: boolean }>();
  const jobs = useJobs(selection, setSelection);

  const query = useCall('queryExceptions', queryOf(state), { keep: true });
  const refetch = (): void => void query.refetch();
  const filters = filtersOf(state.values);
  const news = useNewRows(filters, query.data?.totalRecord, query.dataUpdatedAt);
  const total = query.data?.totalRecord ?? 0;
  const answer =
    query.data === undefined || query.isPlaceholderData ? undefined : { rows: query.data.records.length, total };
  useLastPage({ ...state, answer }, (page) => change({ page }));
  const view = (row: ExceptionRow): void => {
    const problem = viewProblemOf(row);
    if (problem) toast.warn(t(`exceptionManage.problem.${problem}`));
    else setViewed({ row, open: true });
  };
  // The handling page walks through the list as it stands now.
  const leave = (): void => {
    const { page, pageSize, sortRules } = state;
    const ids = (query.data?.records ?? []).map(exceptionId);
    keepWalk('exception-manage', {
      ids,
      first: (page - 1) * pageSize,
      total,
      query: { ...filters, sortRules },
      firstPage: page,
      lastPage: page,
      pageSize,
    });
  };
  const actions = useRowActions(view, jobs.start, leave);
  const reset = (): void => change({ values: {}, page: 1 });
  const search = (values: SearchValues): void => {
    const same = JSON.stringify(stateToUrl({ ...state, values, page: 1 })) === JSON.stringify(stateToUrl(state));
    if (same) refetch();
    else change({ values, page: 1 });
  };
  const placeholder = query.isError ? (
    <ErrorState message={query.error.message} onRetry={refetch} />
  ) : query.isPending ? (
    <LoadingState />
  ) : (
    <EmptyState
      {...(Object.keys(state.values).length > 0 ? { onReset: reset } : { text: t('exceptionManage.emptyText') })}
    />
  );

  return (
    <div className="pt-list">
      <SearchForm
        fields={fields}
        linkFields={links}
        values={state.values}
        busy={query.isFetching}
        onReset={reset}
        onSearch={search}
      />
      <ExceptionToolbar
        filters={filters}
        sortRules={state.sortRules}
        columns={visibleColumns(
          columns.map((column) => column.key),
          scheme,
        )}
        total={total}
        news={news}
        onRefresh={refetch}
        selection={selection}
        onSelection={setSelection}
        onBatch={jobs.startBatch}
        views={{ route: ROUTE, table: TABLE }}
        onColumns={() => setDrawer(true)}
      />
      <DataTable<ExceptionRow>
        label={t('exceptionManage.sheet')}
        columns={columns}
        rows={query.isError ? [] : (query.data?.records ?? [])}
        rowKey={exceptionId}
        scheme={scheme}
        onScheme={setScheme}
        sortRules={state.sortRules}
        onSort={(sortRules) => change({ sortRules, page: 1 })}
        selection={selection}
        onSelection={setSelection}
        actions={actions}
        onOpen={view}
        refreshing={query.isFetching}
        rowClassName={(row) => (jobs.saved.has(exceptionId(row)) ? 'pt-row-saved' : '')}
        placeholder={placeholder}
      />
      <Pager
        page={state.page}
        pageSize={state.pageSize}
        total={total}
        onChange={(page, pageSize) => change({ page, pageSize })}
      />
      <ColumnDrawer
        open={drawer}
        table={TABLE}
        onClose={() => setDrawer(false)}
        columns={columns}
        scheme={scheme}
        onScheme={setScheme}
      />
      <ExceptionDrawer
        row={viewed?.row}
        open={viewed?.open ?? false}
        onClose={() => setViewed((current) => current && { ...current, open: false })}
      />
      <ExceptionDialogs jobs={jobs} />
    </div>
  );
}

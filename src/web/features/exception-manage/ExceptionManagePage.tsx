import { EditOutlined, EyeOutlined, FormOutlined, SettingOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import type { CallInput } from '#contract/index.ts';
import { call, callFile } from '#web/app/client.ts';
import { useGo, usePageSearch } from '#web/app/page-hooks.ts';
import { usePages } from '#web/app/pages.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { ExportButton } from '#web/kit/export/ExportButton.tsx';
import { SearchForm } from '#web/kit/search/SearchForm.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { ColumnDrawer } from '#web/kit/table/ColumnDrawer.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { visibleColumns } from '#web/kit/table/column-scheme.ts';
import { DataTable } from '#web/kit/table/DataTable.tsx';
import { Pager } from '#web/kit/table/Pager.tsx';
import { emptySelection, type Selection } from '#web/kit/table/selection.ts';
import { SelectionBar } from '#web/kit/table/SelectionBar.tsx';
import { useColumnScheme } from '#web/kit/table/use-column-scheme.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { AssignDialog } from './AssignDialog.tsx';
import { useExceptionColumns } from './columns.tsx';
import { ExceptionDrawer } from './ExceptionDrawer.tsx';
import { FailuresDialog } from './FailuresDialog.tsx';
import { useExceptionFields } from './fields.tsx';
import { filtersOf, type ListState, queryOf, stateFromUrl, stateToUrl } from './list-state.ts';
import { exceptionId, type ExceptionRow, recordProblemOf, viewProblemOf } from './row-rules.ts';
import { SourceHealth } from './SourceHealth.tsx';
import { type Failure, StatusDialog } from './StatusDialog.tsx';
import { useNewRows } from './use-new-rows.ts';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import './exception-manage.css';

const ROUTE = '/exception-manage';
const HANDLE_ROUTE = '/exception-manage/handle';

/** What a dialog works on: the selection, or the one row whose action was chosen. */
type Job = { kind: 'assign' | 'batch' | 'one'; ids: readonly string[]; rows: ExceptionRow[] };

function useListState(): [ListState, (change: Partial<ListState>) => void] {
  const { search, setSearch } = usePageSearch(ROUTE);
  const state = useMemo(() => stateFromUrl(search), [search]);
  return [state, (change) => setSearch(stateToUrl({ ...state, ...change }))];
}

function useRowActions(onView: (row: ExceptionRow) => void, onJob: (job: Job) => void): RowAction<ExceptionRow>[] {
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
  // The recording page comes with a later version; no button leads nowhere.
  if (pages.has(HANDLE_ROUTE)) {
    actions.push({
      key: 'record',
      label: t('exceptionManage.action.record'),
      shortcut: 'r',
      icon: <FormOutlined />,
      run: (row) => {
        const problem = recordProblemOf(row);
        if (problem) toast.warn(t(`exceptionManage.problem.${problem}`));
        else go(`${HANDLE_ROUTE}?id=${encodeURIComponent(exceptionId(row))}`);
      },
    });
  }
  return actions;
}

/** The list of exceptions: find, select, assign, handle, and see why each is here. */
export function ExceptionManagePage() {
  const t = useT();
  const client = useQueryClient();
  const [state, change] = useListState();
  const fields = useExceptionFields();
  const columns = useExceptionColumns();
  const { scheme, setScheme } = useColumnScheme('exception-manage');
  const [selection, setSelection] = useState<Selection<ExceptionRow>>(emptySelection);
  const [drawer, setDrawer] = useState(false);
  const [viewed, setViewed] = useState<{ row: ExceptionRow; open: boolean }>();
  const [job, setJob] = useState<Job & { open: boolean }>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());

  const query = useCall('queryExceptions', queryOf(state), { keep: true });
  const filters = filtersOf(state.values);
  const news = useNewRows(filters, query.data?.totalRecord, query.dataUpdatedAt);
  const rows = query.data?.records ?? [];
  const total = query.data?.totalRecord ?? 0;
  const filtered = Object.keys(state.values).length > 0;

  const view = (row: ExceptionRow): void => {
    const problem = viewProblemOf(row);
    if (problem) toast.warn(t(`exceptionManage.problem.${problem}`));
    else setViewed({ row, open: true });
  };
  const start = (next: Job): void => setJob({ ...next, open: true });
  const startBatch = (kind: 'assign' | 'batch'): void => {
    if (selection.ids.length === 0)
      toast.warn(t(`exceptionManage.problem.${kind === 'assign' ? 'nothingToAssign' : 'nothingToUpdate'}`));
    else start({ kind, ids: selection.ids, rows: [...selection.rows.values()] });
  };
  const finish = (ids: readonly string[], failed: readonly Failure[] = []): void => {
    setJob((current) => current && { ...current, open: false });
    if (job?.kind !== 'one' && job?.ids === selection.ids) setSelection(emptySelection);
    setSaved(new Set(ids));
    setFailures(failed);
    void client.invalidateQueries({ queryKey: ['queryExceptions'] });
  };
  const actions = useRowActions(view, start);
  const reset = (): void => change({ values: {}, page: 1 });
  const shownKeys = visibleColumns(
    columns.map((column) => column.key),
    scheme,
  );

  return (
    <div className="pt-list">
      <SearchForm
        fields={fields}
        values={state.values}
        busy={query.isFetching}
        onReset={reset}
        onSearch={(values) => {
          const same = JSON.stringify(stateToUrl({ ...state, values, page: 1 })) === JSON.stringify(stateToUrl(state));
          if (same) void query.refetch();
          else change({ values, page: 1 });
        }}
      />
      <div className="pt-toolbar">
        <Button
          size="small"
          type={selection.ids.length > 0 ? 'primary' : 'default'}
          onClick={() => startBatch('assign')}
        >
          {t('exceptionManage.batchAssign')}
        </Button>
        <Button
          size="small"
          type={selection.ids.length > 0 ? 'primary' : 'default'}
          onClick={() => startBatch('batch')}
        >
          {t('exceptionManage.batchUpdate')}
        </Button>
        <SelectionBar
          selection={selection}
          onSelection={setSelection}
          total={total}
          loadIds={async (currentPage, pageSize, signal) => {
            const page = await call(
              'queryExceptions',
              { ...filters, currentPage, pageSize } as CallInput<'queryExceptions'>,
              { signal },
            );
            return { ids: page.records.map(exceptionId), total: page.totalRecord };
          }}
        />
        <span className="pt-toolbar-gap" />
        {news.changed && (
          <button type="button" className="pt-news" onClick={() => void query.refetch()}>
            {news.added > 0 ? t('exceptionManage.newRows', { count: news.added }) : t('exceptionManage.changedRows')}
          </button>
        )}
        <SourceHealth />
        <ExportButton
          total={total}
          sheetName={t('exceptionManage.sheet')}
          fetchCsv={(options) =>
            callFile(
              'exportExceptions',
              { ...filters, sortRules: state.sortRules, columns: shownKeys } as CallInput<'exportExceptions'>,
              options,
            )
          }
        />
        <Button size="small" icon={<SettingOutlined />} onClick={() => setDrawer(true)}>
          {t('table.columns.button')}
        </Button>
      </div>
      <DataTable<ExceptionRow>
        label={t('exceptionManage.sheet')}
        columns={columns}
        rows={query.isError ? [] : rows}
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
        rowClassName={(row) => (saved.has(exceptionId(row)) ? 'pt-row-saved' : '')}
        placeholder={
          query.isError ? (
            <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
          ) : query.isPending ? (
            <LoadingState />
          ) : (
            <EmptyState {...(filtered ? { onReset: reset } : { text: t('exceptionManage.emptyText') })} />
          )
        }
      />
      <Pager
        page={state.page}
        pageSize={state.pageSize}
        total={total}
        onChange={(page, pageSize) => change({ page, pageSize })}
      />
      <ColumnDrawer
        open={drawer}
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
      <AssignDialog
        open={job?.open === true && job.kind === 'assign'}
        ids={job?.ids ?? []}
        rows={job?.rows ?? []}
        onClose={() => setJob(undefined)}
        onDone={finish}
      />
      <StatusDialog
        open={job?.open === true && job.kind !== 'assign'}
        mode={job?.kind === 'batch' ? 'batch' : 'one'}
        ids={job?.ids ?? []}
        rows={job?.rows ?? []}
        onClose={() => setJob(undefined)}
        onDone={finish}
      />
      <FailuresDialog failures={failures} onClose={() => setFailures([])} />
    </div>
  );
}

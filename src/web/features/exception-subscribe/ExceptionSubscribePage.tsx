import { useMemo, useState } from 'react';
import { useLive } from '#web/app/live.ts';
import { useGo, usePageSearch } from '#web/app/page-hooks.ts';
import { sessionState } from '#web/app/session.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { SearchForm } from '#web/kit/search/SearchForm.tsx';
import type { SearchValues } from '#web/kit/search/search-values.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { ColumnDrawer } from '#web/kit/table/ColumnDrawer.tsx';
import { visibleColumns } from '#web/kit/table/column-scheme.ts';
import { DataTable } from '#web/kit/table/DataTable.tsx';
import { Pager } from '#web/kit/table/Pager.tsx';
import { emptySelection, type Selection } from '#web/kit/table/selection.ts';
import { useColumnScheme } from '#web/kit/table/use-column-scheme.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { useSubscriptionColumns } from './columns.tsx';
import { useSubscriptionFields } from './fields.tsx';
import { filtersOf, type ListState, queryOf, stateFromUrl, stateToUrl } from './list-state.ts';
import { subscriptionId, type SubscriptionRow, traceTargetOf } from './row-rules.ts';
import { SubscriptionDialogs } from './SubscriptionDialogs.tsx';
import { SubscriptionToolbar } from './SubscriptionToolbar.tsx';
import { useActions } from './use-actions.tsx';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import './exception-subscribe.css';

const ROUTE = '/exception-subscribe';

function useListState(): [ListState, (change: Partial<ListState>) => void] {
  const { search, setSearch } = usePageSearch(ROUTE);
  const state = useMemo(() => stateFromUrl(search), [search]);
  return [state, (change) => setSearch(stateToUrl({ ...state, ...change }))];
}

/** Whether others have changed subscriptions since the list was loaded: the rows wait for their reader. */
function useStale(loadedAt: number): boolean {
  const [staleSince, setStaleSince] = useState(-1);
  useLive('subscription', (payload) => {
    if ((payload as { by?: unknown } | undefined)?.by !== sessionState().user?.userCode) setStaleSince(loadedAt);
  });
  return staleSince === loadedAt;
}

/** The list of subscriptions: find, import, ask again, stop and start, correct, see what was run. */
export function ExceptionSubscribePage() {
  const t = useT();
  const go = useGo();
  const [state, change] = useListState();
  const fields = useSubscriptionFields();
  const columns = useSubscriptionColumns();
  const { scheme, setScheme } = useColumnScheme('exception-subscribe');
  const [selection, setSelection] = useState<Selection<SubscriptionRow>>(emptySelection);
  const [drawer, setDrawer] = useState(false);
  const actions = useActions(selection);
  const query = useCall('querySubscriptions', queryOf(state), { keep: true });
  const isStale = useStale(query.dataUpdatedAt);
  const refetch = (): void => void query.refetch();
  const total = query.data?.totalRecord ?? 0;
  const reset = (): void => change({ values: {}, page: 1 });
  const search = (values: SearchValues): void => {
    const same = JSON.stringify(stateToUrl({ ...state, values, page: 1 })) === JSON.stringify(stateToUrl(state));
    if (same) refetch();
    else change({ values, page: 1 });
  };
  const open = (row: SubscriptionRow): void => {
    const target = traceTargetOf(row);
    if ('problem' in target) toast.warn(t(`exceptionSubscribe.problem.${target.problem}`));
    else go(target.href);
  };
  const hasFilters = Object.keys(state.values).length > 0;
  const placeholder = query.isError ? (
    <ErrorState message={query.error.message} onRetry={refetch} />
  ) : query.isPending ? (
    <LoadingState />
  ) : (
    <EmptyState {...(hasFilters ? { onReset: reset } : { text: t('exceptionSubscribe.emptyText') })} />
  );
  const keys = columns.map((column) => column.key);
  return (
    <div className="pt-list">
      <SearchForm fields={fields} values={state.values} busy={query.isFetching} onReset={reset} onSearch={search} />
      <SubscriptionToolbar
        filters={filtersOf(state.values)}
        sortRules={state.sortRules}
        columns={visibleColumns(keys, scheme)}
        total={total}
        isStale={isStale}
        onRefresh={refetch}
        selection={selection}
        onSelection={setSelection}
        onBatch={actions.batch}
        onColumns={() => setDrawer(true)}
      />
      <DataTable<SubscriptionRow>
        label={t('exceptionSubscribe.sheet')}
        columns={columns}
        rows={query.isError ? [] : (query.data?.records ?? [])}
        rowKey={subscriptionId}
        scheme={scheme}
        onScheme={setScheme}
        sortRules={state.sortRules}
        onSort={(sortRules) => change({ sortRules, page: 1 })}
        selection={selection}
        onSelection={setSelection}
        actions={actions.row}
        onOpen={open}
        refreshing={query.isFetching}
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
        onClose={() => setDrawer(false)}
        columns={columns}
        scheme={scheme}
        onScheme={setScheme}
      />
      <SubscriptionDialogs actions={actions} />
    </div>
  );
}

import { EyeOutlined, RedoOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { usePageSearch } from '#web/app/page-hooks.ts';
import { useLiveRefetch } from '#web/app/live.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { SearchForm } from '#web/kit/search/SearchForm.tsx';
import type { SearchValues } from '#web/kit/search/search-values.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { ColumnDrawer } from '#web/kit/table/ColumnDrawer.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { DataTable } from '#web/kit/table/DataTable.tsx';
import { Pager } from '#web/kit/table/Pager.tsx';
import { useColumnScheme } from '#web/kit/table/use-column-scheme.ts';
import { ownZone } from '#web/kit/value/format-time.ts';
import { type OutboxRow, useOutboxColumns } from './columns.tsx';
import { useLinkFields, useOutboxFields } from './fields.tsx';
import { type OutboxState, queryOf, stateFromUrl, stateToUrl } from './list-state.ts';
import { NotificationDrawer } from './NotificationDrawer.tsx';
import { useReplay } from './use-replay.ts';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import './outbox.css';

const ROUTE = '/outbox';
const idOf = (row: OutboxRow): string => row.notificationId;

function useListState(): [OutboxState, (change: Partial<OutboxState>) => void] {
  const { search, setSearch } = usePageSearch(ROUTE);
  const state = useMemo(() => stateFromUrl(search), [search]);
  return [state, (change) => setSearch(stateToUrl({ ...state, ...change }))];
}

/** Notifications: what was sent to whom, what waits, what failed and why, and sending again. */
export function OutboxPage() {
  const t = useT();
  const [state, change] = useListState();
  const fields = useOutboxFields();
  const links = useLinkFields(state.values['wlFeedbackId'] !== undefined);
  const columns = useOutboxColumns();
  const { scheme, setScheme } = useColumnScheme('outbox');
  const [columnsOpen, setColumnsOpen] = useState(false);
  const [viewed, setViewed] = useState<{ id: string; open: boolean }>();
  const replay = useReplay();
  const query = useCall('outboxQuery', queryOf(state, ownZone()), { keep: true });
  useLiveRefetch('outbox', 'outboxQuery');
  useLiveRefetch('outbox', 'outboxGet');
  useLiveRefetch('outbox', 'outboxReceived');
  useLiveRefetch('inbox', 'outboxQuery');

  const view = (row: OutboxRow): void => setViewed({ id: idOf(row), open: true });
  const actions: RowAction<OutboxRow>[] = [
    { key: 'view', label: t('outbox.view'), shortcut: 'v', icon: <EyeOutlined />, run: view },
    {
      key: 'replay',
      label: t('outbox.replay'),
      shortcut: 'r',
      icon: <RedoOutlined />,
      run: (row) => void replay([idOf(row)]),
    },
  ];
  const reset = (): void => change({ values: {}, page: 1 });
  const search = (values: SearchValues): void => {
    const same = JSON.stringify(stateToUrl({ ...state, values, page: 1 })) === JSON.stringify(stateToUrl(state));
    if (same) void query.refetch();
    else change({ values, page: 1 });
  };
  const placeholder = query.isError ? (
    <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
  ) : query.isPending ? (
    <LoadingState />
  ) : (
    <EmptyState {...(Object.keys(state.values).length > 0 ? { onReset: reset } : { text: t('outbox.emptyText') })} />
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
      <div className="pt-toolbar">
        <span className="pt-toolbar-gap" />
        <Button size="small" icon={<SettingOutlined />} onClick={() => setColumnsOpen(true)}>
          {t('table.columns.button')}
        </Button>
      </div>
      <DataTable<OutboxRow>
        label={t('outbox.title')}
        columns={columns}
        rows={query.isError ? [] : (query.data?.records ?? [])}
        rowKey={idOf}
        scheme={scheme}
        onScheme={setScheme}
        sortRules={state.sortRules}
        onSort={(sortRules) => change({ sortRules, page: 1 })}
        actions={actions}
        onOpen={view}
        refreshing={query.isFetching}
        placeholder={placeholder}
      />
      <Pager
        page={state.page}
        pageSize={state.pageSize}
        total={query.data?.totalRecord ?? 0}
        onChange={(page, pageSize) => change({ page, pageSize })}
      />
      <ColumnDrawer
        open={columnsOpen}
        onClose={() => setColumnsOpen(false)}
        columns={columns}
        scheme={scheme}
        onScheme={setScheme}
      />
      <NotificationDrawer
        id={viewed?.id}
        open={viewed?.open ?? false}
        onClose={() => setViewed((last) => last && { ...last, open: false })}
        onReplay={(id) => void replay([id])}
      />
    </div>
  );
}

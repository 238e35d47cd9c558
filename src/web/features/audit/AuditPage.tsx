import { EyeOutlined, HistoryOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { AUDIT_ROWS_PAGED, type AuditRow } from '#contract/audit.ts';
import { usePageSearch } from '#web/app/page-hooks.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { ExportButton } from '#web/kit/export/ExportButton.tsx';
import { SearchForm } from '#web/kit/search/SearchForm.tsx';
import type { SearchValues } from '#web/kit/search/search-values.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { ColumnDrawer } from '#web/kit/table/ColumnDrawer.tsx';
import { DataTable } from '#web/kit/table/DataTable.tsx';
import { Pager } from '#web/kit/table/Pager.tsx';
import { useColumnScheme } from '#web/kit/table/use-column-scheme.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { SavedViews } from '#web/kit/views/SavedViews.tsx';
import { AuditDrawer } from './AuditDrawer.tsx';
import { type AuditState, filtersOf, queryOf, stateFromUrl, stateToUrl } from './audit-state.ts';
import { useAuditColumns } from './columns.tsx';
import { useAuditFields } from './fields.tsx';
import '#web/kit/kit.css';
import '#web/kit/value.css';

const ROUTE = '/audit';
const TABLE = 'audit';

/** Who did what to which row, when and from where; newest first. */
export function AuditPage() {
  const t = useT();
  const { search, setSearch } = usePageSearch(ROUTE);
  const state = useMemo(() => stateFromUrl(search), [search]);
  const { fields, links } = useAuditFields();
  const columns = useAuditColumns();
  const { scheme, setScheme } = useColumnScheme(TABLE);
  const [columnsOpen, setColumnsOpen] = useState(false);
  const [viewed, setViewed] = useState<{ row: AuditRow; open: boolean }>();
  const query = useCall('auditQuery', queryOf(state), { keep: true, staleTime: 0 });
  const total = query.data?.totalRecord ?? 0;

  const change = (next: Partial<AuditState>): void => setSearch(stateToUrl({ ...state, ...next }));
  const show = (values: SearchValues): void => {
    const next = stateToUrl({ ...state, values, page: 1 });
    if (JSON.stringify(next) === JSON.stringify(stateToUrl(state))) void query.refetch();
    else setSearch(next);
  };
  const close = (): void => setViewed((last) => last && { ...last, open: false });
  const narrow = (values: SearchValues): void => {
    close();
    setSearch(stateToUrl({ ...state, values, page: 1 }), { push: true });
  };
  const ofRow = (row: AuditRow): void => narrow({ entity: [row.entity], entityId: row.entityId });
  const filtered = Object.keys(state.values).length > 0;

  return (
    <div className="pt-list">
      <SearchForm
        fields={fields}
        linkFields={links}
        values={state.values}
        busy={query.isFetching}
        onReset={() => show({})}
        onSearch={show}
      />
      <div className="pt-toolbar">
        {query.data?.more === true && (
          <span className="pt-muted">{t('audit.onlyLatest', { max: formatCount(AUDIT_ROWS_PAGED) })}</span>
        )}
        <span className="pt-toolbar-gap" />
        <SavedViews route={ROUTE} table={TABLE} />
        <ExportButton list="audit" total={total} query={{ ...filtersOf(state.values) }} />
        <Button size="small" icon={<SettingOutlined />} onClick={() => setColumnsOpen(true)}>
          {t('table.columns.button')}
        </Button>
      </div>
      <DataTable<AuditRow>
        label={t('audit.table')}
        columns={columns}
        rows={query.isError ? [] : (query.data?.records ?? [])}
        rowKey={(row) => row.auditId}
        scheme={scheme}
        onScheme={setScheme}
        actions={[
          {
            key: 'view',
            label: t('audit.view'),
            shortcut: 'v',
            icon: <EyeOutlined />,
            run: (row) => setViewed({ row, open: true }),
          },
          { key: 'row', label: t('audit.rowHistory'), shortcut: 'h', icon: <HistoryOutlined />, run: ofRow },
        ]}
        onOpen={(row) => setViewed({ row, open: true })}
        refreshing={query.isFetching}
        placeholder={
          query.isError ? (
            <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
          ) : query.isPending ? (
            <LoadingState />
          ) : (
            <EmptyState {...(filtered ? { onReset: () => show({}) } : { text: t('audit.emptyText') })} />
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
        open={columnsOpen}
        table={TABLE}
        onClose={() => setColumnsOpen(false)}
        columns={columns}
        scheme={scheme}
        onScheme={setScheme}
      />
      <AuditDrawer
        row={viewed?.row}
        open={viewed?.open ?? false}
        onClose={close}
        onRow={ofRow}
        onRequest={(row) => narrow({ requestId: row.requestId ?? '' })}
      />
    </div>
  );
}

import { DownloadOutlined, EyeOutlined, RedoOutlined, SendOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useLiveRefetch } from '#web/app/live.ts';
import { usePageSearch } from '#web/app/page-hooks.ts';
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
import { type EdiRow, useEdiColumns } from './columns.tsx';
import { useEdiFields, useLinkFields } from './fields.tsx';
import { type EdiListState, queryOf, stateFromUrl, stateToUrl } from './list-state.ts';
import { MessageDrawer } from './MessageDrawer.tsx';
import { SendDialog } from './SendDialog.tsx';
import { StatsBar } from './StatsBar.tsx';
import { useEdiActs } from './use-edi-acts.ts';
import { DropZone, UploadButton } from './UploadZone.tsx';
import { useUpload } from './use-upload.ts';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import './edi-manager.css';

const ROUTE = '/edi-manager';
const idOf = (row: EdiRow): string => row.id;

function useListState(): [EdiListState, (change: Partial<EdiListState>) => void] {
  const { search, setSearch } = usePageSearch(ROUTE);
  const state = useMemo(() => stateFromUrl(search), [search]);
  return [state, (change) => setSearch(stateToUrl({ ...state, ...change }))];
}

/** Electronic messages: what came and went, what became of it and why; uploading, reading again, sending. */
export function EdiManagerPage() {
  const t = useT();
  const [state, change] = useListState();
  const columns = useEdiColumns();
  const { scheme, setScheme } = useColumnScheme('edi-manager');
  const [columnsOpen, setColumnsOpen] = useState(false);
  const [sending, setSending] = useState(false);
  const [viewed, setViewed] = useState<{ id: string; open: boolean }>();
  const acts = useEdiActs();
  const query = useCall('ediQuery', queryOf(state, ownZone()), { keep: true });
  const stats = useCall('ediStats', { hours: 24 }, { keep: true });
  useLiveRefetch('edi', 'ediQuery');
  useLiveRefetch('edi', 'ediStats');
  useLiveRefetch('edi', 'ediGet');
  const fields = useEdiFields();
  const links = useLinkFields(stats.data?.reasons ?? []);
  const show = (id: string): void => setViewed({ id, open: true });
  const { busy, upload } = useUpload((taken) => {
    const [only] = taken.messages;
    if (taken.messages.length === 1 && only !== undefined) show(only.id);
  });

  const actions: RowAction<EdiRow>[] = [
    { key: 'view', label: t('edi.view'), shortcut: 'v', icon: <EyeOutlined />, run: (row) => show(idOf(row)) },
    {
      key: 'reprocess',
      label: t('edi.reprocess'),
      shortcut: 'r',
      icon: <RedoOutlined />,
      run: (row) => void acts.reprocess([idOf(row)]),
    },
    {
      key: 'download',
      label: t('edi.download'),
      shortcut: 'd',
      icon: <DownloadOutlined />,
      run: (row) => void acts.download(row),
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
    <EmptyState {...(Object.keys(state.values).length > 0 ? { onReset: reset } : { text: t('edi.emptyText') })} />
  );

  return (
    <DropZone onFiles={(files) => void upload(files)}>
      <SearchForm
        fields={fields}
        linkFields={links}
        values={state.values}
        busy={query.isFetching}
        onReset={reset}
        onSearch={search}
      />
      <div className="pt-toolbar">
        <UploadButton busy={busy} onFiles={(files) => void upload(files)} />
        <Button icon={<SendOutlined />} onClick={() => setSending(true)}>
          {t('edi.send.button')}
        </Button>
        <StatsBar stats={stats.data} onReason={(reason) => change({ values: { reason: [reason] }, page: 1 })} />
        <Button size="small" icon={<SettingOutlined />} onClick={() => setColumnsOpen(true)}>
          {t('table.columns.button')}
        </Button>
      </div>
      <DataTable<EdiRow>
        label={t('edi.title')}
        columns={columns}
        rows={query.isError ? [] : (query.data?.records ?? [])}
        rowKey={idOf}
        scheme={scheme}
        onScheme={setScheme}
        sortRules={[]}
        onSort={() => undefined}
        actions={actions}
        onOpen={(row) => show(idOf(row))}
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
      <MessageDrawer
        id={viewed?.id}
        open={viewed?.open ?? false}
        onClose={() => setViewed((last) => last && { ...last, open: false })}
        onReprocess={(id) => void acts.reprocess([id])}
      />
      <SendDialog open={sending} onClose={() => setSending(false)} onSent={show} />
    </DropZone>
  );
}

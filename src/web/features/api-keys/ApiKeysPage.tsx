import { PlusOutlined, SettingOutlined, StopOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callFull } from '#web/app/client.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { ColumnDrawer } from '#web/kit/table/ColumnDrawer.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { DataTable } from '#web/kit/table/DataTable.tsx';
import { useColumnScheme } from '#web/kit/table/use-column-scheme.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { type KeyRow, useKeyColumns } from './columns.tsx';
import { KeyOnce } from './KeyOnce.tsx';
import { type MadeKey, NewKeyDialog } from './NewKeyDialog.tsx';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import './api-keys.css';

const apiPath = '/api/data-center/tnt/v2';
const noSort = () => {};

function useRevoke(): (row: KeyRow) => Promise<void> {
  const t = useT();
  const client = useQueryClient();
  return async (row) => {
    if (row.revokedTime !== null) {
      toast.info(t('apiKeys.endedAlready'));
      return;
    }
    const agreed = await confirm({
      title: t('apiKeys.revokeTitle', { name: row.name }),
      content: t('apiKeys.revokeContent'),
      okText: t('apiKeys.revoke'),
      danger: true,
    });
    if (!agreed) return;
    try {
      const { msg } = await callFull('apiKeyRevoke', { apiKeyId: row.apiKeyId });
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('apiKeys.revokeFailed'));
    }
    await client.invalidateQueries({ queryKey: ['apiKeyQuery'] });
  };
}

/** Keys of the outward API: who reads which tenant's shipments, since when, and until when. */
export function ApiKeysPage() {
  const t = useT();
  const columns = useKeyColumns();
  const { scheme, setScheme } = useColumnScheme('apiKeys');
  const [columnsOpen, setColumnsOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const query = useCall('apiKeyQuery');
  const revoke = useRevoke();
  const actions: RowAction<KeyRow>[] = [
    { key: 'revoke', label: t('apiKeys.revoke'), icon: <StopOutlined />, run: (row) => void revoke(row) },
  ];
  const placeholder = query.isError ? (
    <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
  ) : query.isPending ? (
    <LoadingState />
  ) : (
    <EmptyState text={t('apiKeys.empty')} />
  );
  return (
    <div className="pt-list">
      <div className="pt-toolbar">
        <Button type="primary" size="small" icon={<PlusOutlined />} onClick={() => setAsking(true)}>
          {t('apiKeys.new')}
        </Button>
        <p className="pt-key-about">
          {t('apiKeys.about')} <code>{`${globalThis.location.origin}${apiPath}`}</code>
        </p>
        <span className="pt-toolbar-gap" />
        <Button size="small" icon={<SettingOutlined />} onClick={() => setColumnsOpen(true)}>
          {t('table.columns.button')}
        </Button>
      </div>
      <DataTable<KeyRow>
        label={t('apiKeys.title')}
        columns={columns}
        rows={query.isError ? [] : (query.data ?? [])}
        rowKey={(row) => row.apiKeyId}
        scheme={scheme}
        onScheme={setScheme}
        sortRules={[]}
        onSort={noSort}
        actions={actions}
        refreshing={query.isFetching}
        placeholder={placeholder}
      />
      <ColumnDrawer
        open={columnsOpen}
        onClose={() => setColumnsOpen(false)}
        columns={columns}
        scheme={scheme}
        onScheme={setScheme}
      />
      <NewKeyDialog
        open={asking}
        onClose={() => setAsking(false)}
        onMade={(one) => {
          setAsking(false);
          setMade(one);
        }}
      />
      <KeyOnce made={made} onClose={() => setMade(undefined)} />
    </div>
  );
}

import { PlusOutlined, StopOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { ListTable } from '#web/kit/list/ListTable.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { type KeyRow, useKeyColumns } from './columns.tsx';
import { type MadeKey, NewKeyDialog } from './NewKeyDialog.tsx';
import { SecretOnce } from './SecretOnce.tsx';

const apiPath = '/api/data-center/tnt/v2';
const keyId = (row: KeyRow): string => row.apiKeyId;

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
export function KeysPart() {
  const t = useT();
  const columns = useKeyColumns();
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const query = useCall('apiKeyQuery', undefined, { refetchInterval: 15_000 });
  const revoke = useRevoke();
  const actions: RowAction<KeyRow>[] = [
    { key: 'revoke', label: t('apiKeys.revoke'), icon: <StopOutlined />, run: (row) => void revoke(row) },
  ];
  const rows = query.data ?? [];
  const limit = rows[0]?.rateLimit;
  return (
    <div className="pt-list">
      <p className="pt-key-about">
        <span>
          {t('apiKeys.about')} <code>{`${globalThis.location.origin}${apiPath}`}</code>
        </span>
        <a className="pt-link" href={`${apiPath}/openapi.json`} target="_blank" rel="noreferrer">
          {t('integrations.docs')}
        </a>
        <span>
          {t('apiKeys.assistants')} <code>{`${globalThis.location.origin}/mcp`}</code>
        </span>
      </p>
      {limit !== undefined && (
        <p className="pt-key-about">
          {limit === 0 ? t('integrations.rate.none') : t('integrations.rate.explain', { limit })}
        </p>
      )}
      <ListTable<KeyRow>
        query={query}
        rows={rows}
        total={rows.length}
        toolbar={
          <Button type="primary" size="small" icon={<PlusOutlined />} onClick={() => setAsking(true)}>
            {t('apiKeys.new')}
          </Button>
        }
        table="apiKeys"
        label={t('apiKeys.title')}
        columns={columns}
        rowKey={keyId}
        actions={actions}
        emptyText={t('apiKeys.empty')}
      />
      <NewKeyDialog
        open={asking}
        onClose={() => setAsking(false)}
        onMade={(one) => {
          setAsking(false);
          setMade(one);
        }}
      />
      <SecretOnce
        title={t('apiKeys.onceTitle', { name: made?.name ?? '' })}
        secret={made?.key}
        copyLabel={t('apiKeys.copy')}
        onClose={() => setMade(undefined)}
      >
        <p>{t('apiKeys.onceText')}</p>
        {made?.isForAssistants === true && <p>{t('apiKeys.howTo')}</p>}
      </SecretOnce>
    </div>
  );
}

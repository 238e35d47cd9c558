import {
  EditOutlined,
  KeyOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  PlusOutlined,
  StopOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { GoLink } from '#web/base/GoLink.tsx';
import { useLiveRefetch } from '#web/base/live.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useMay } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { ListTable } from '#web/kit/list/ListTable.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { DeliveriesDrawer } from './DeliveriesDrawer.tsx';
import { SecretOnce } from './SecretOnce.tsx';
import { useWebhookActs, type WebhookRow } from './use-webhook-acts.ts';
import { useWebhookColumns } from './webhook-columns.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';

const idOf = (row: WebhookRow): string => row.webhookId;
const explained = ['taken', 'retry', 'twice', 'gone', 'key'] as const;

function Explanation() {
  const t = useT();
  return (
    <details>
      <summary>{t('integrations.webhook.explainTitle')}</summary>
      <ul className="pt-integrations-explain">
        {explained.map((name) => (
          <li key={name}>{t(`integrations.webhook.explain.${name}`)}</li>
        ))}
      </ul>
    </details>
  );
}

function About() {
  const t = useT();
  const mayFeedback = useMay('/feedback');
  return (
    <p className="pt-key-about">
      <span>{t('integrations.webhook.about')}</span>
      {mayFeedback && (
        <>
          <GoLink className="pt-link" href="/feedback">
            {t('integrations.webhook.feedback')}
          </GoLink>
          <GoLink className="pt-link" href="/outbox">
            {t('integrations.webhook.outbox')}
          </GoLink>
        </>
      )}
    </p>
  );
}

/** What can be done to a webhook in its row; one that ended is only shown. */
function useRowActions(
  acts: ReturnType<typeof useWebhookActs>,
  onShow: (row: WebhookRow) => void,
  onEdit: (row: WebhookRow) => void,
): RowAction<WebhookRow>[] {
  const t = useT();
  const living =
    (act: (row: WebhookRow) => void) =>
    (row: WebhookRow): void =>
      row.state === 'ended' ? onShow(row) : act(row);
  return [
    viewAction(t('integrations.webhook.open'), onShow),
    {
      key: 'edit',
      label: t('integrations.webhook.edit'),
      icon: <EditOutlined />,
      run: living(onEdit),
    },
    {
      key: 'pause',
      label: t('integrations.webhook.pause'),
      icon: <PauseCircleOutlined />,
      run: living((row) => void acts.pause(row, true)),
    },
    {
      key: 'resume',
      label: t('integrations.webhook.resume'),
      icon: <PlayCircleOutlined />,
      run: living((row) => void acts.pause(row, false)),
    },
    {
      key: 'key',
      label: t('integrations.webhook.rotate'),
      icon: <KeyOutlined />,
      run: living((row) => void acts.rotate(row)),
    },
    {
      key: 'stop',
      label: t('integrations.webhook.end'),
      icon: <StopOutlined />,
      run: living((row) => void acts.end(row)),
    },
  ];
}

/** Receivers of shipment events: how they do, and what can be done about them. */
export function WebhooksPart() {
  const t = useT();
  const columns = useWebhookColumns();
  const query = useCall('webhookQuery', undefined, { keep: true });
  useLiveRefetch('outbox', 'webhookQuery');
  const { search, setSearch } = usePageSearch('/integrations');
  const [editing, setEditing] = useState<{ row: WebhookRow | undefined }>();
  const [secret, setSecret] = useState<string>();
  const acts = useWebhookActs(setSecret);
  const rows = query.data ?? [];
  const show = (row: WebhookRow | undefined): void =>
    setSearch({ ...search, webhook: row?.webhookId }, { push: row !== undefined });
  const actions = useRowActions(acts, show, (row) => setEditing({ row }));
  const shown = rows.find((row) => row.webhookId === search['webhook']);
  return (
    <div className="pt-list">
      <About />
      <Explanation />
      <ListTable<WebhookRow>
        query={query}
        rows={rows}
        total={rows.length}
        toolbar={
          <Button type="primary" size="small" icon={<PlusOutlined />} onClick={() => setEditing({ row: undefined })}>
            {t('integrations.webhook.new')}
          </Button>
        }
        table="webhooks"
        label={t('integrations.webhook.title')}
        columns={columns}
        rowKey={idOf}
        actions={actions}
        onOpen={show}
        emptyText={t('integrations.webhook.empty')}
      />
      <WebhookDialog
        open={editing !== undefined}
        row={editing?.row}
        onClose={() => setEditing(undefined)}
        onMade={(made) => {
          setEditing(undefined);
          if (made !== undefined) setSecret(made);
        }}
      />
      <SecretOnce
        title={t('integrations.webhook.onceTitle')}
        secret={secret}
        copyLabel={t('integrations.webhook.copySecret')}
        onClose={() => setSecret(undefined)}
      >
        <p>{t('integrations.webhook.onceText')}</p>
      </SecretOnce>
      <DeliveriesDrawer row={shown} onClose={() => show(undefined)} />
    </div>
  );
}

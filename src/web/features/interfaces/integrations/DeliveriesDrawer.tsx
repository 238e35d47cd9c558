import { RedoOutlined, SendOutlined } from '@ant-design/icons';
import { Button, Checkbox, Dropdown, Radio } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { type WebhookKind, webhookKinds } from '#shared/reference/webhooks.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { DeliveryDialog } from './DeliveryDialog.tsx';
import { DeliveryState } from './DeliveryState.tsx';
import { useWebhookActs, type WebhookRow } from './use-webhook-acts.ts';
import { useFilterText, WebhookState } from './webhook-columns.tsx';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';

/** In hours; 0: whenever they were. */
const spans = { hour: 1, day: 24, week: 168, ever: 0 } as const;

const names = ['hour', 'day', 'week', 'ever'] as const;

type Props = { open: boolean; onClose: () => void; onResend: (withinHours: number) => Promise<void> };

/** Asks since when failed deliveries are sent again. */
function ResendDialog({ open, onClose, onResend }: Props) {
  const t = useT();
  const [span, setSpan] = useState<(typeof names)[number]>('day');
  return (
    <AppDialog
      title={t('integrations.delivery.resendAllTitle')}
      open={open}
      width={480}
      okText={t('integrations.delivery.resend')}
      onOk={() => onResend(spans[span])}
      onCancel={onClose}
    >
      <p>{t('integrations.delivery.sinceHint')}</p>
      <Radio.Group
        aria-label={t('integrations.delivery.since')}
        value={span}
        options={names.map((name) => ({ value: name, label: t(`integrations.delivery.sinceName.${name}`) }))}
        onChange={(event) => setSpan(names.find((name) => name === event.target.value) ?? 'day')}
      />
    </AppDialog>
  );
}

type Delivery = CallData<'webhookDeliveries'>['records'][number];

type ListProps = {
  records: readonly Delivery[];
  onShow: (id: string) => void;
  onResend: ((id: string) => void) | undefined;
};

function DeliveryList({ records, onShow, onResend }: ListProps) {
  const t = useT();
  return (
    <MiniTable
      label={t('integrations.delivery.title')}
      columns={[
        { key: 'time', title: t('integrations.delivery.time') },
        { key: 'kind', title: t('integrations.delivery.kind') },
        { key: 'state', title: t('integrations.delivery.state') },
        { key: 'attempts', title: t('integrations.delivery.attempts'), isNumber: true },
        {
          key: 'acts',
          title: t('integrations.delivery.show'),
          isTitleHidden: true,
          className: 'pt-integrations-plain',
        },
      ]}
      rows={records}
      rowKey={({ deliveryId }) => deliveryId}
      cells={(delivery) => ({
        time: <TimeText instant={delivery.lastTime ?? delivery.createTime} />,
        kind:
          delivery.kind === 'test'
            ? t('integrations.delivery.test')
            : t('integrations.delivery.events', { count: delivery.events }),
        state: <DeliveryState delivery={delivery} />,
        attempts: delivery.attempts,
        acts: (
          <>
            <Button type="link" size="small" onClick={() => onShow(delivery.deliveryId)}>
              {t('integrations.delivery.show')}
            </Button>
            {onResend !== undefined && (
              <Button type="link" size="small" onClick={() => onResend(delivery.deliveryId)}>
                {t('integrations.delivery.resend')}
              </Button>
            )}
          </>
        ),
      })}
    />
  );
}

function WebhookFacts({ row }: { row: WebhookRow }) {
  const t = useT();
  const filterText = useFilterText();
  return (
    <Facts>
      <Fact label={t('integrations.webhook.column.tenantName')}>{row.tenantName}</Fact>
      <Fact label={t('integrations.webhook.column.events')}>{filterText(row)}</Fact>
      <Fact label={t('integrations.webhook.column.waiting')}>{row.waiting}</Fact>
      <Fact label={t('integrations.webhook.column.lastErrorText')}>{row.lastErrorText}</Fact>
      <Fact label={t('integrations.webhook.column.nextTryTime')}>
        {row.nextTryTime === null ? null : <TimeText instant={row.nextTryTime} />}
      </Fact>
      {row.formerSecretUntil !== null && (
        <Fact label={t('integrations.webhook.formerUntil')}>
          <TimeText instant={row.formerSecretUntil} />
        </Fact>
      )}
    </Facts>
  );
}

/** Sends a test of the kind that is chosen. */
function TestButton({ onTest }: { onTest: (kind: WebhookKind) => void }) {
  const t = useT();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: webhookKinds.map((kind) => ({ key: kind, label: t(`integrations.webhook.kind.${kind}`) })),
        onClick: ({ key }) => {
          const kind = webhookKinds.find((one) => one === key);
          if (kind !== undefined) onTest(kind);
        },
      }}
    >
      <Button size="small" icon={<SendOutlined />} title={t('integrations.webhook.testHint')}>
        {t('integrations.webhook.test')}
      </Button>
    </Dropdown>
  );
}

function Deliveries({ row }: { row: WebhookRow }) {
  const t = useT();
  const acts = useWebhookActs();
  const [failed, setFailed] = useState(false);
  const [before, setBefore] = useState<string>();
  const [shown, setShown] = useState<string>();
  const [resending, setResending] = useState(false);
  const query = useCall(
    'webhookDeliveries',
    { webhookId: row.webhookId, ...(failed && { failed: '1' as const }), ...(before !== undefined && { before }) },
    { staleTime: 0, keep: true },
  );
  useLiveRefetch('outbox', 'webhookDeliveries');
  useLiveRefetch('outbox', 'webhookDelivery');
  const isLiving = row.state !== 'ended';
  return (
    <Section title={t('integrations.delivery.title')}>
      <div className="pt-integrations-line">
        <Checkbox
          checked={failed}
          onChange={(event) => {
            setFailed(event.target.checked);
            setBefore(undefined);
          }}
        >
          {t('integrations.delivery.onlyFailed')}
        </Checkbox>
        {isLiving && (
          <>
            <TestButton onTest={(kind) => void acts.test(row, kind)} />
            <Button size="small" icon={<RedoOutlined />} onClick={() => setResending(true)}>
              {t('integrations.delivery.resendAll')}
            </Button>
          </>
        )}
      </div>
      <Loaded query={query}>
        {({ records, more }) => (
          <>
            {records.length === 0 ? (
              <p className="pt-muted">
                {t(failed ? 'integrations.delivery.emptyFailed' : 'integrations.delivery.empty')}
              </p>
            ) : (
              <DeliveryList
                records={records}
                onShow={setShown}
                onResend={isLiving ? (id) => void acts.resend(row, id) : undefined}
              />
            )}
            {more && (
              <Button size="small" onClick={() => setBefore(records.at(-1)?.deliveryId)}>
                {t('integrations.delivery.more')}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <DeliveryDialog id={shown} onClose={() => setShown(undefined)} />
      <ResendDialog
        open={resending}
        onClose={() => setResending(false)}
        onResend={async (hours) => {
          await acts.resendFailed(row, hours);
          setResending(false);
        }}
      />
    </Section>
  );
}

/** One webhook: how it does, what was sent to it, tests, and sending again. */
export function DeliveriesDrawer({ row, onClose }: { row: WebhookRow | undefined; onClose: () => void }) {
  return (
    <DetailDrawer
      open={row !== undefined}
      onClose={onClose}
      title={row?.callbackUrl ?? ''}
      mark={row && <WebhookState state={row.state} />}
    >
      {row !== undefined && (
        <>
          <WebhookFacts row={row} />
          <Deliveries key={row.webhookId} row={row} />
        </>
      )}
    </DetailDrawer>
  );
}

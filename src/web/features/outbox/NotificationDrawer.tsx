import { RedoOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import type { CallData } from '#contract/index.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { useDict } from '#web/kit/search/use-names.ts';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { Attempts } from './Attempts.tsx';
import { stateTones } from './columns.tsx';
import { Received } from './Received.tsx';

type Detail = CallData<'outboxGet'>;
type Props = { id: string | undefined; open: boolean; onClose: () => void; onReplay: (id: string) => void };

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pt-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Fact({ label, children, copy }: { label: string; children: ReactNode; copy?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children ?? '—'}
        {copy !== undefined && <CopyButton text={copy} />}
      </dd>
    </div>
  );
}

function Facts({ detail }: { detail: Detail }) {
  const t = useT();
  const types = useDict('WL_FEEDBACK_TYPE');
  return (
    <dl className="pt-facts">
      <Fact label={t('outbox.column.tenantName')}>{detail.tenantName}</Fact>
      <Fact label={t('outbox.column.feedbackName')}>{detail.feedbackName}</Fact>
      <Fact label={t('outbox.column.feedbackType')}>{types.nameOf(detail.feedbackType)}</Fact>
      <Fact label={t('outbox.column.address')} copy={detail.address}>
        {detail.address}
      </Fact>
      <Fact label={t('outbox.column.causeStatusName')}>{detail.causeStatusName}</Fact>
      <Fact label={t('outbox.column.causeTime')}>
        <TimeText instant={detail.causeTime} />
      </Fact>
      <Fact label={t('outbox.webhookId')} copy={detail.webhookId}>
        {detail.webhookId}
      </Fact>
      <Fact label={t('outbox.column.nextAttemptTime')}>
        {detail.nextAttemptTime === null ? null : <TimeText instant={detail.nextAttemptTime} />}
      </Fact>
    </dl>
  );
}

function Body({ detail }: { detail: Detail }) {
  const t = useT();
  return (
    <>
      {detail.reasonText !== null && <p className="pt-outbox-why">{detail.reasonText}</p>}
      <Facts detail={detail} />
      <Section title={t('outbox.content')}>
        {detail.subject !== null && <p className="pt-outbox-subject">{detail.subject}</p>}
        <pre className="pt-outbox-text" tabIndex={0} role="group" aria-label={t('outbox.content')}>
          {detail.content}
        </pre>
      </Section>
      <Section title={t('outbox.attempts')}>
        <Attempts attempts={detail.attemptList} />
      </Section>
      <Received id={detail.notificationId} />
    </>
  );
}

/** One notification to read: what it says, every attempt to send it, and what the receiver got where that is known. */
export function NotificationDrawer({ id, open, onClose, onReplay }: Props) {
  const t = useT();
  const query = useCall(
    'outboxGet',
    { notificationId: id ?? '' },
    { enabled: open && id !== undefined, staleTime: 0, keep: true },
  );
  const detail = query.data;
  const title =
    detail === undefined ? (
      t('outbox.notification')
    ) : (
      <span className="pt-outbox-heading">
        {detail.subject ?? detail.feedbackName}
        <StatusTag tone={stateTones[detail.state]}>{t(`outbox.state.${detail.state}`)}</StatusTag>
      </span>
    );
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={title}
      size="min(820px, 92vw)"
      extra={
        <Button
          icon={<RedoOutlined />}
          disabled={detail === undefined || detail.state === 'waiting'}
          onClick={() => detail !== undefined && onReplay(detail.notificationId)}
        >
          {t('outbox.replay')}
        </Button>
      }
    >
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : detail === undefined ? (
        <LoadingState />
      ) : (
        <Body detail={detail} />
      )}
    </Drawer>
  );
}

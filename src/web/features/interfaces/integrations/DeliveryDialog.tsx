import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { MessageText } from '#web/kit/detail/MessageText.tsx';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { DeliveryState } from './DeliveryState.tsx';

type Detail = CallData<'webhookDelivery'>;

const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status <= 299;

function Attempt({ attempt }: { attempt: Detail['attemptList'][number] }) {
  const t = useT();
  const { number, status, headers, response, reasonText, durationMs, time, actorCode } = attempt;
  return (
    <article className="pt-integrations-attempt">
      <header>
        <b>{t('integrations.delivery.attempt', { number })}</b>
        <TimeText instant={time} />
        <StatusTag tone={isTaken(status) ? 'ok' : 'danger'}>
          {status === null ? t('integrations.delivery.noAnswer') : `HTTP ${status}`}
        </StatusTag>
        <span>{t('integrations.delivery.duration', { ms: durationMs })}</span>
        <span className="pt-muted">
          {t('integrations.delivery.by', {
            who: actorCode === 'system' ? t('integrations.delivery.system') : actorCode,
          })}
        </span>
      </header>
      {reasonText !== null && <p>{reasonText}</p>}
      <span className="pt-muted">{t('integrations.delivery.headers')}</span>
      <MessageText
        label={`${t('integrations.delivery.headers')} ${number}`}
        text={Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      />
      {status !== null && (
        <>
          <span className="pt-muted">{t('integrations.delivery.response')}</span>
          <MessageText
            label={`${t('integrations.delivery.response')} ${number}`}
            text={response ?? t('integrations.delivery.noText')}
          />
        </>
      )}
    </article>
  );
}

/** One delivery: the bytes that were sent, and every attempt with headers and answer. */
export function DeliveryDialog({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useT();
  const query = useCall('webhookDelivery', { deliveryId: id ?? '' }, { enabled: id !== undefined, staleTime: 0 });
  const copy = async (): Promise<void> => {
    if (query.data === undefined) return;
    if (await copyText(query.data.body)) toast.success(t('common.copied'));
    else toast.warn(t('common.copyFailed'));
  };
  return (
    <AppDialog
      title={`${t('integrations.delivery.title')} ${id ?? ''}`}
      open={id !== undefined}
      width={860}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>{t('integrations.delivery.copyBody')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {(detail) => (
          <>
            <p>
              <DeliveryState delivery={detail} />
            </p>
            <span className="pt-muted">{t('integrations.delivery.body', { bytes: detail.bodyBytes })}</span>
            <MessageText label={t('integrations.delivery.copyBody')} text={detail.body} />
            {detail.attemptList.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} />
            ))}
          </>
        )}
      </Loaded>
    </AppDialog>
  );
}

import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { MessageText } from '#web/kit/detail/MessageText.tsx';
import { Section } from '#web/kit/detail/Section.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';

const kinds = ['mail', 'webhook', 'dingtalk', 'wecom', 'feishu', 'slack', 'teams'] as const;
const signatures = ['valid', 'invalid', 'missing', 'late'] as const;
const oneOf = <T extends string>(list: readonly T[], value: string | null): T | undefined =>
  list.find((item) => item === value);

/** What the receivers of the simulated world say they got; nothing is shown where there are none. */
export function Received({ id }: { id: string }) {
  const t = useT();
  const { data } = useCall('outboxReceived', { notificationId: id }, { staleTime: 0 });
  if (data === undefined || !data.simulated) return null;
  return (
    <Section title={t('outbox.received')}>
      <p className="pt-muted">{t('outbox.receivedHint')}</p>
      {data.messages.length === 0 && <p className="pt-muted">{t('outbox.nothingReceived')}</p>}
      {data.messages.map((message) => {
        const kind = oneOf(kinds, message.kind);
        const signature = oneOf(signatures, message.signature);
        return (
          <article key={message.id} className="pt-outbox-received">
            <header>
              <TimeText instant={message.time} />
              <span>{kind === undefined ? message.kind : t(`outbox.kind.${kind}`)}</span>
              <span>{message.to}</span>
              {signature !== undefined && (
                <StatusTag tone={signature === 'valid' ? 'ok' : 'warn'}>{t(`outbox.signature.${signature}`)}</StatusTag>
              )}
              <span className="pt-muted">{t('outbox.answered', { answer: message.answer })}</span>
            </header>
            <MessageText label={t('outbox.received')} subject={message.subject} text={message.text} />
          </article>
        );
      })}
    </Section>
  );
}

import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

type Attempt = CallData<'outboxGet'>['attemptList'][number];

const tones: Readonly<Record<Attempt['result'], Tone>> = {
  running: 'info',
  sent: 'ok',
  failed: 'danger',
  unknown: 'warn',
};

/** Every attempt to send a notification, the last one first. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const t = useT();
  if (attempts.length === 0) return <p className="pt-muted">{t('outbox.noAttempts')}</p>;
  const titles = ['number', 'time', 'result', 'code', 'duration', 'answer', 'actor'] as const;
  return (
    <div className="pt-outbox-scroll" tabIndex={0} role="group" aria-label={t('outbox.attempts')}>
      <MiniTable
        label={t('outbox.attempts')}
        columns={titles.map((title) => ({ key: title, title: t(`outbox.attempt.${title}`) }))}
        rows={attempts}
        rowKey={(attempt) => attempt.number}
        cells={(attempt) => ({
          number: attempt.number,
          time: <TimeText instant={attempt.time} />,
          result: <StatusTag tone={tones[attempt.result]}>{t(`outbox.result.${attempt.result}`)}</StatusTag>,
          code: attempt.responseCode,
          duration: attempt.durationMs === null ? '' : t('outbox.milliseconds', { ms: attempt.durationMs }),
          answer: {
            content: [attempt.reasonText, attempt.detail].filter(Boolean).join(' · '),
            className: 'pt-outbox-answer',
          },
          actor: attempt.actorCode === 'system' ? t('outbox.bySystem') : attempt.actorCode,
        })}
      />
    </div>
  );
}

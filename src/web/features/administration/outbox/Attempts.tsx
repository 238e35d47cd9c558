import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';

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
      <table className="pt-outbox-attempts">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {t(`outbox.attempt.${title}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <tr key={attempt.number}>
              <td>{attempt.number}</td>
              <td>
                <TimeText instant={attempt.time} />
              </td>
              <td>
                <StatusTag tone={tones[attempt.result]}>{t(`outbox.result.${attempt.result}`)}</StatusTag>
              </td>
              <td>{attempt.responseCode}</td>
              <td>{attempt.durationMs === null ? '' : t('outbox.milliseconds', { ms: attempt.durationMs })}</td>
              <td className="pt-outbox-answer">{[attempt.reasonText, attempt.detail].filter(Boolean).join(' · ')}</td>
              <td>{attempt.actorCode === 'system' ? t('outbox.bySystem') : attempt.actorCode}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import type { CallData } from '#contract/index.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { jobHref } from './job-text.ts';

type Part = CallData<'jobGet'>['parts'][number];

const tones = { waiting: 'neutral', running: 'info', done: 'ok', failed: 'danger', left: 'neutral' } as const;

/** The sub-packages of a job in the order in which they run; each leads to its job. Equal numbers run side by side. */
export function JobParts({ parts }: { parts: readonly Part[] }) {
  const t = useT();
  const go = useGo();
  return (
    <ol className="pt-jobs-timeline">
      {parts.map((part, place) => (
        <li key={place}>
          <StatusTag tone={tones[part.state]}>{t(`jobs.part.state.${part.state}`)}</StatusTag>
          <span>
            {part.stage}.{' '}
            {part.jobId === null ? (
              <b>{`${part.name} ${part.packageVersion}`}</b>
            ) : (
              <button type="button" className="pt-link" onClick={() => go(jobHref(part.jobId ?? ''))}>
                {`${part.name} ${part.packageVersion} #${part.jobId}`}
              </button>
            )}
            {part.error !== null && <span className="pt-jobs-step-error">{part.error}</span>}
            {part.nextTime !== null && (
              <span className="pt-muted pt-jobs-part-waiting">
                {t('jobs.part.until')} <TimeText instant={part.nextTime} />
              </span>
            )}
            {part.waiting !== null && <span className="pt-muted pt-jobs-part-waiting">{part.waiting}</span>}
          </span>
          <span className="pt-muted">
            {[
              part.primary ? t('jobs.part.primary') : '',
              part.repeat ? t('jobs.part.repeat') : '',
              part.runs > 1 ? t('jobs.part.runs', { count: part.runs }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ol>
  );
}

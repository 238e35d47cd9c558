import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';

type Step = CallData<'jobGet'>['steps'][number];

const tones = { waiting: 'neutral', running: 'info', done: 'ok', failed: 'danger' } as const;

/** What the server runs before and after the robot, with the answer or the error of each step. */
export function JobSteps({ steps }: { steps: readonly Step[] }) {
  const t = useT();
  return (
    <ol className="pt-jobs-timeline">
      {steps.map((step, place) => (
        <li key={`${step.phase} ${place}`}>
          <StatusTag tone={tones[step.state]}>{t(`jobs.step.state.${step.state}`)}</StatusTag>
          <span>
            {t(`jobs.step.kind.${step.kind}`)} <b>{step.name}</b>
            {step.error !== null && <span className="pt-jobs-step-error">{step.error}</span>}
            {step.output !== null && step.output !== '' && (
              <details>
                <summary>{t('jobs.step.answer')}</summary>
                <pre className="pt-jobs-json" tabIndex={0} role="group" aria-label={t('jobs.step.answer')}>
                  {step.output}
                </pre>
              </details>
            )}
          </span>
          <span className="pt-muted">{step.attempt > 1 ? t('jobs.step.attempts', { count: step.attempt }) : ''}</span>
          {step.endTime === null ? <span /> : <TimeText instant={step.endTime} />}
        </li>
      ))}
    </ol>
  );
}

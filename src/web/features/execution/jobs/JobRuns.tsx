import type { CallData } from '#contract/index.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { shortTimeText } from '#web/kit/value/TimeText.tsx';
import { jobHref, useDurationText, useStatusName } from './job-text.ts';
import './job-runs.css';

type Run = CallData<'jobGet'>['runs'][number];

const middleOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null);

/** How long a job waited and ran, as two bars on one scale. */
function Phases({ run, limit }: { run: Run; limit: number }) {
  const t = useT();
  const durationText = useDurationText();
  return (
    <dl className="pt-jobs-phases">
      {(['waitMs', 'runMs'] as const).map((phase) => (
        <div key={phase}>
          <dt>{t(`jobs.runs.${phase}`)}</dt>
          <dd>
            <span data-phase={phase} style={{ width: `${Math.max(0.5, (run[phase] / limit) * 100)}%` }} />
            {durationText(run[phase])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How long a job waited and ran, beside the last runs of its process; a bar leads to its run. */
export function JobRuns({ jobId, runs }: { jobId: string; runs: readonly Run[] }) {
  const t = useT();
  const go = useGo();
  const durationText = useDurationText();
  const nameOf = useStatusName();
  if (runs.length === 0) return null;
  const own = runs.find((run) => run.jobId === jobId);
  const longest = Math.max(1, ...runs.map(({ runMs }) => runMs));
  const middle = middleOf(runs.filter((run) => run.jobStatus === 'Successful').map(({ runMs }) => runMs));
  return (
    <Section title={t('jobs.runs.title')}>
      {own !== undefined && <Phases run={own} limit={Math.max(1, own.waitMs, own.runMs, middle ?? 0)} />}
      <div className="pt-jobs-runs" role="group" aria-label={t('jobs.runs.last', { count: runs.length })}>
        {runs.map((run) => {
          const label = `#${run.jobId} · ${nameOf(run.jobStatus)} · ${shortTimeText(run.startTime)} · ${durationText(run.runMs)}`;
          return (
            <button
              key={run.jobId}
              type="button"
              aria-label={label}
              title={label}
              aria-current={run.jobId === jobId}
              onClick={() => go(jobHref(run.jobId))}
            >
              <span data-state={run.jobStatus} style={{ height: `${Math.max(4, (run.runMs / longest) * 100)}%` }} />
            </button>
          );
        })}
      </div>
      <p className="pt-muted">
        {t('jobs.runs.last', { count: runs.length })}
        {middle !== null && ` · ${t('jobs.runs.middle', { time: durationText(middle) })}`}
      </p>
    </Section>
  );
}

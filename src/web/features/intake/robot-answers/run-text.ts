import type { CallData } from '#contract/index.ts';
import type { Translate } from '#web/i18n/index.ts';

/** A run over stored answers. */
export type Run = CallData<'rpaRuns'>[number];

const textOf = ({ kind, withdrawn }: Run) =>
  kind === 'trial'
    ? ('robotAnswers.run.found' as const)
    : withdrawn > 0
      ? ('robotAnswers.run.withdrawn' as const)
      : ('robotAnswers.run.applied' as const);

/** How far a run is, and what it found so far. */
export function runText(t: Translate, run: Run): string {
  const counts = t(textOf(run), {
    equal: run.equal,
    changed: run.changed,
    parsed: run.parsed,
    refused: run.refused,
    unread: run.unread,
    shipments: run.shipments,
    withdrawn: run.withdrawn,
  });
  if (run.state === 'done') return counts;
  const progress = t('robotAnswers.run.progress', { done: run.done, total: run.total });
  return `${run.state === 'failed' ? t('robotAnswers.run.stopped') : progress} · ${counts}`;
}

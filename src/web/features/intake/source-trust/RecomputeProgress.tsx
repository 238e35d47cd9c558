import { useQueryClient } from '@tanstack/react-query';
import type { RecomputeRun } from '#contract/intake/precedence.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { RunProgress } from '#web/kit/run/RunProgress.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';

type Props = {
  run: RecomputeRun;
  /** Calls whose answers change with it. */
  refreshes: readonly string[];
  writable: boolean;
};

/** A run over stored shipments: how far it is, what came of it, and a way to stop it. */
export function RecomputeProgress({ run, refreshes, writable }: Props) {
  const t = useT();
  const client = useQueryClient();
  const { done, total, changed, opened, resolved, failed } = run;
  const cancel = async (): Promise<void> => {
    try {
      toast.success((await callFull('refusionCancel', { runId: run.runId })).msg);
    } catch (error) {
      toast.failure(error, t('truth.run.cancelFailed'));
    }
    for (const name of refreshes) await client.invalidateQueries({ queryKey: [name] });
  };
  return (
    <RunProgress
      run={run}
      text={t(`truth.run.${run.state}`, { done: formatCount(done), total })}
      onCancel={writable ? cancel : undefined}
    >
      <span>
        {t('truth.run.outcome', { changed, opened, resolved })}
        {failed > 0 && ` · ${t('truth.run.left', { failed })}`}
        {run.error !== null && ` · ${run.error}`}
      </span>
      <span className="pt-muted">
        {t('truth.run.by', { name: run.handlerName })} <TimeText instant={run.finishTime ?? run.startTime} />
      </span>
    </RunProgress>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import type { RefusionRun } from '#contract/precedence.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';

/** How often a run that is under way is asked for, in milliseconds. */
export const RUN_POLL_MS = 1_000;

const toneOf = { running: 'active', done: 'success', cancelled: 'normal', failed: 'exception' } as const;

/** Share of a run that is done, in whole percent. */
const percentOf = ({ done, total, state }: RefusionRun): number =>
  state === 'done' || total === 0 ? 100 : Math.floor((done * 100) / total);

/** A run over stored shipments: how far it is, what came of it, and a way to call it off. */
export function RunProgress({
  run,
  refreshes,
  writable,
}: {
  run: RefusionRun;
  /** Calls whose answers change with it. */
  refreshes: readonly string[];
  writable: boolean;
}) {
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
    <div className="pt-run" data-state={run.state}>
      <Progress
        percent={percentOf(run)}
        size="small"
        status={toneOf[run.state]}
        aria-label={t(`truth.run.${run.state}`, { done, total })}
      />
      <span role="status">
        {t(`truth.run.${run.state}`, { done, total })} · {t('truth.run.outcome', { changed, opened, resolved })}
        {failed > 0 && ` · ${t('truth.run.left', { failed })}`}
        {run.error !== null && ` · ${run.error}`}
      </span>
      <span className="pt-muted">
        {t('truth.run.by', { name: run.handlerName })} <TimeText instant={run.finishTime ?? run.startTime} />
      </span>
      {run.state === 'running' && writable && (
        <Button size="small" onClick={() => void cancel()}>
          {t('truth.run.cancel')}
        </Button>
      )}
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { call } from '#web/base/client.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { ResultsFrame } from '#web/kit/dialog/ResultsFrame.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { useOnce } from '#web/kit/use-once.ts';

type Results = CallData<'jobRunMany'>['results'];

/** Starts a job of each process that fits a filter: counts, asks, starts, and keeps the results to be shown. */
export function useRunMany(): {
  start: (filter: object) => void;
  busy: boolean;
  results: Results | undefined;
  clear: () => void;
  /** The run that goes on with many processes, to be shown. */
  runId: string | undefined;
  showRun: (runId: string | undefined) => void;
} {
  const t = useT();
  const client = useQueryClient();
  const [results, setResults] = useState<Results>();
  const [runId, showRun] = useState<string>();
  const { run, busy } = useOnce(async (filter: object): Promise<void> => {
    try {
      const { chosen, cut } = await call('jobRunMany', { filter, preview: 1 });
      if (chosen === 0) {
        toast.info(t('orchestration.runMany.none'));
        return;
      }
      const agreed = await confirm({
        title: t('orchestration.runMany.ask', { count: chosen }),
        content: t(cut ? 'orchestration.runMany.cut' : 'orchestration.runMany.about'),
        okText: t('orchestration.runMany.button'),
      });
      if (!agreed) return;
      const started = await call('jobRunMany', { filter });
      if (started.runId === null) setResults(started.results);
      else showRun(started.runId);
      await client.invalidateQueries({ queryKey: ['jobBulkRuns'] });
    } catch (error) {
      toast.failure(error, t('orchestration.runFailed'));
    }
  });
  return { results, clear: () => setResults(undefined), start: run, busy, runId, showRun };
}

/** The job of each process that was started, or why there is none. */
export function StartedDialog({ results, onClose }: { results: Results | undefined; onClose: () => void }) {
  const t = useT();
  const go = useGo();
  const rows = results ?? [];
  const started = rows.filter(({ jobId }) => jobId !== null).length;
  return (
    <ResultsFrame
      open={results !== undefined}
      title={t('orchestration.runMany.results')}
      summary={t('orchestration.runMany.count', { started, rest: rows.length - started })}
      heads={[t('orchestration.processName'), t('orchestration.runMany.tenant'), t('orchestration.runMany.result')]}
      onClose={onClose}
    >
      {rows.map(({ processId, processName, tenantName, jobId, text }) => (
        <tr key={processId}>
          <td>{processName}</td>
          <td>{tenantName}</td>
          <td>
            {jobId === null ? (
              text
            ) : (
              <button
                type="button"
                className="pt-link"
                onClick={() => {
                  onClose();
                  go(`/job/detail?jobId=${jobId}`);
                }}
              >
                {text}
              </button>
            )}
          </td>
        </tr>
      ))}
    </ResultsFrame>
  );
}

import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { call } from '#web/app/client.ts';
import { useGo } from '#web/app/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';

type Results = CallData<'jobRunMany'>['results'];

/** Starts a job of each process that fits a filter: counts, asks, starts, and keeps the results to be shown. */
export function useRunMany(): {
  start: (filter: object) => Promise<void>;
  results: Results | undefined;
  clear: () => void;
} {
  const t = useT();
  const [results, setResults] = useState<Results>();
  return {
    results,
    clear: () => setResults(undefined),
    start: async (filter) => {
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
        if (agreed) setResults((await call('jobRunMany', { filter })).results);
      } catch (error) {
        toast.failure(error, t('orchestration.runFailed'));
      }
    },
  };
}

/** The job of each process that was started, or why there is none. */
export function StartedDialog({ results, onClose }: { results: Results | undefined; onClose: () => void }) {
  const t = useT();
  const go = useGo();
  const rows = results ?? [];
  const started = rows.filter(({ jobId }) => jobId !== null).length;
  const title = t('orchestration.runMany.results');
  return (
    <AppDialog title={title} open={results !== undefined} width={720} footer={null} onCancel={onClose}>
      <p role="status">{t('orchestration.runMany.count', { started, rest: rows.length - started })}</p>
      <div className="pt-process-started" tabIndex={0} role="group" aria-label={title}>
        <table className="pt-mini">
          <thead>
            <tr>
              <th>{t('orchestration.processName')}</th>
              <th>{t('orchestration.runMany.tenant')}</th>
              <th>{t('orchestration.runMany.result')}</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </div>
    </AppDialog>
  );
}

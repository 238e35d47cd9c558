import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import type { jobsList } from '#lists/jobs.ts';
import type { ListQuery } from '#shared/list/declare.ts';
import { call } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** What can be done to jobs. */
export type JobAct = 'stop' | 'kill' | 'retry';
type Which = { jobIds?: string[]; filter?: ListQuery<typeof jobsList> };
/** What became of each job. */
export type ActResults = CallData<'jobAct'>['results'];

/** Counts, asks, acts, and keeps the results to be shown. */
export function useJobActs(): {
  act: (act: JobAct, which: Which) => Promise<ActResults | undefined>;
  results: ActResults | undefined;
  clear: () => void;
  /** The run that goes on with many jobs, to be shown. */
  runId: string | undefined;
  showRun: (runId: string | undefined) => void;
} {
  const t = useT();
  const client = useQueryClient();
  const [results, setResults] = useState<ActResults>();
  const [runId, showRun] = useState<string>();
  const running = useRef(false);
  const actOn = async (act: JobAct, which: Which): Promise<ActResults | undefined> => {
    try {
      const { chosen, possible, cut } = await call('jobAct', { act, ...which, preview: 1 });
      if (possible === 0) {
        toast.info(t('jobs.ask.none'));
        return undefined;
      }
      const about = t(`jobs.about.${act}`, { chosen, possible });
      const agreed = await confirm({
        title:
          which.filter === undefined
            ? t(`jobs.ask.${act}`, { count: possible })
            : t(`jobs.all.ask.${act}`, { chosen: formatCount(chosen), count: formatCount(possible) }),
        content: cut ? `${about} ${t('jobs.cut')}` : about,
        okText: t(`jobs.${act}`),
        danger: act !== 'retry',
      });
      if (!agreed) return undefined;
      const done = await call('jobAct', { act, ...which });
      const [only] = done.results;
      if (done.runId !== null) showRun(done.runId);
      else if (done.results.length === 1 && only?.done === true) toast.success(only.text);
      else setResults(done.results);
      await Promise.all(
        ['jobQuery', 'jobGet', 'jobBulkRuns'].map((name) => client.invalidateQueries({ queryKey: [name] })),
      );
      return done.results;
    } catch (error) {
      toast.failure(error, t('jobs.failed'));
      return undefined;
    }
  };
  return {
    results,
    runId,
    showRun,
    clear: () => setResults(undefined),
    // A second click, while the first is counted and asked about, asks nothing and does nothing.
    act: async (...requested) => {
      if (running.current) return undefined;
      running.current = true;
      try {
        return await actOn(...requested);
      } finally {
        running.current = false;
      }
    },
  };
}

import type { BatchSummary } from '#server/modules/intake/collection/index.ts';
import { type BackgroundModule, workOn } from '#server/platform/queue/index.ts';
import { judgeLayouts } from './judge-layouts.ts';
import { judgeUnasked } from './judge-unrequested.ts';
import { parserRuns } from './run-task.ts';
import { addSiteProcesses } from './shipped/site-processes.ts';
import { takeAnswers } from './take-answers.ts';
import { type RpaTaskDeps, rpaTasks } from './types.ts';

const answersAtOnce = 20;

/** What robots bring: records of new answers, and runs of parsers over stored ones. */
export const robotTasks = (deps: RpaTaskDeps & { onBatch?: (summary: BatchSummary) => void }): BackgroundModule => ({
  tasks: [
    workOn(rpaTasks.take, {
      batchSize: answersAtOnce,
      run: async (tasks) => {
        const { summaries, failed } = await takeAnswers(
          deps,
          tasks.map(({ answerId }) => answerId),
        );
        for (const summary of summaries) deps.onBatch?.(summary);
        // Tried again as a whole: what was taken already is taken only once.
        if (failed.length > 0) throw failed[0]?.error ?? new Error('an answer could not be taken');
      },
    }),
  ],
  runs: parserRuns(deps),
  chores: [
    { name: 'sources that no robot asks', run: () => judgeUnasked(deps) },
    { name: 'processes of confirmed sites', run: () => addSiteProcesses(deps.database, deps.clock.now()) },
    { name: 'pages that have changed', run: () => judgeLayouts(deps) },
  ],
});

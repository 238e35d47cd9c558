import type { TaskHandler } from '#server/platform/queue/index.ts';
import type { BatchSummary } from '#server/modules/collection/index.ts';
import { workRobotRun } from './run-task.ts';
import { takeAnswers } from './take-answers.ts';
import { rpaTasks, type RpaTaskDeps } from './types.ts';

/** Background work about what robots bring: records of new answers, and runs of parsers over stored ones. */
export const rpaTaskHandlers = (
  deps: RpaTaskDeps,
  count: (summary: BatchSummary) => void,
): Record<string, TaskHandler> => ({
  [rpaTasks.take]: {
    batchSize: 20,
    run: async (payloads) => {
      const ids = payloads.map((payload) => (payload as { answerId: number }).answerId);
      const { summaries, failed } = await takeAnswers(deps, ids);
      summaries.forEach(count);
      // Tried again as a whole: what was taken already is taken only once.
      if (failed.length > 0) throw failed[0]?.error ?? new Error('an answer could not be taken');
    },
  },
  [rpaTasks.run]: {
    leaseMs: 120_000,
    run: async ([payload], signal) => workRobotRun(deps, (payload as { runId: number }).runId, signal),
  },
});

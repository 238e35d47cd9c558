import type { PullDeps } from '#server/modules/collection/index.ts';
import { type BackgroundModule, isLastAttempt, workOn } from '#server/platform/queue/index.ts';
import { workRun } from './replay-task.ts';
import { replayTask } from './runs.ts';

/** Reading stored answers again, and asking again when somebody wants it. */
export const replayTasks = (deps: { pipeline: PullDeps; concurrency: number }): BackgroundModule => ({
  tasks: [
    workOn(replayTask, {
      concurrency: deps.concurrency,
      run: async ([task], signal, { tasks }) => {
        if (task !== undefined) await workRun(deps.pipeline, task.runId, signal, isLastAttempt(tasks[0]));
      },
    }),
  ],
});

import { type BackgroundModule, isLastAttempt, type Queue, workOn } from '../queue/index.ts';
import { listForgottenRuns } from './run-queries.ts';
import { awaitedRunTask, enqueueRun, runTask } from './start-run.ts';
import { type RunDeps, workRun } from './work-run.ts';

const leaseMs = 120_000;

/** Queues a new task for each run that lost its own. */
async function resumeRuns({ database, runs }: RunDeps, queue: Queue): Promise<void> {
  for (const { id, kind } of await listForgottenRuns(database)) {
    const handler = runs.find((one) => one.kind === kind);
    if (handler === undefined) continue;
    await enqueueRun(queue, handler, id);
  }
}

/** Works on the runs of every kind. `refresh` brings in what other processes decided, before the first item is looked at. */
export const runTasks = (deps: RunDeps & { queue: Queue; refresh: () => Promise<unknown> }): BackgroundModule => ({
  tasks: [runTask, awaitedRunTask].map((kind) =>
    workOn(kind, {
      leaseMs,
      concurrency: 2,
      run: async ([task], signal, { tasks }) => {
        if (task === undefined) return;
        await deps.refresh();
        await workRun(deps, task.runId, signal, isLastAttempt(tasks[0]));
      },
    }),
  ),
  chores: [{ name: 'forgotten runs', run: () => resumeRuns(deps, deps.queue) }],
});

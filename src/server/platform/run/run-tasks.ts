import { type BackgroundModule, isLastAttempt, type Queue, workOn } from '../queue/index.ts';
import { listForgottenRuns } from './run-queries.ts';
import { awaitedRunTask, enqueueRun, fileRunTask, runTask } from './start-run.ts';
import { giveRunUp, type RunDeps, workRun } from './work-run.ts';

const leaseMs = 120_000;

/** Queues a new task for each run that lost its own; a run whose task killed every worker has failed, where its kind gives up. */
async function resumeRuns(deps: RunDeps, queue: Queue): Promise<void> {
  for (const { id, kind, gaveUp } of await listForgottenRuns(deps.database)) {
    const handler = deps.runs.find((one) => one.kind === kind);
    if (handler === undefined) continue;
    try {
      if (gaveUp && handler.givesUp) await giveRunUp(deps, handler, id);
      else await enqueueRun(queue, handler, id);
    } catch (error) {
      // One that cannot be read keeps no other one from going on.
      deps.log.error({ err: error, runId: id, kind }, 'a forgotten run could be neither ended nor resumed');
    }
  }
}

/** Works on the runs of every kind. `refresh` brings in what other processes decided, before the first item is looked at. */
export const runTasks = (deps: RunDeps & { queue: Queue; refresh: () => Promise<unknown> }): BackgroundModule => ({
  tasks: [runTask, awaitedRunTask, fileRunTask].map((kind) =>
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

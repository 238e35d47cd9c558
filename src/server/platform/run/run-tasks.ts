import { type BackgroundModule, isLastAttempt, othersWait, type Queue, workOn } from '../queue/index.ts';
import { listForgottenRuns } from './run-queries.ts';
import { awaitedRunTask, enqueueRun, fileRunTask, runTask } from './start-run.ts';
import { giveRunUp, type RunDeps, workRun } from './work-run.ts';

const leaseMs = 120_000;
/** A run keeps its place so long (real time) while runs of other tenants wait for one. */
const turnMs = 15_000;

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

/**
 * Works on the runs of every kind, each for a while where runs of other tenants wait: a long one goes on behind its last step in its
 * next turn. `refresh` brings in what other processes decided, before the first item is looked at. */
export const runTasks = (
  deps: RunDeps & { queue: Queue; refresh: () => Promise<unknown>; turnMs?: number },
): BackgroundModule => ({
  tasks: [runTask, awaitedRunTask, fileRunTask].map((kind) =>
    workOn(kind, {
      leaseMs,
      concurrency: 2,
      run: async ([task], signal, { tasks: [claimed] }) => {
        if (task === undefined) return [];
        await deps.refresh();
        const { queue } = deps;
        const endsAt = performance.now() + (deps.turnMs ?? turnMs);
        const giveWay = async (): Promise<boolean> =>
          claimed !== undefined && performance.now() > endsAt && (await othersWait(queue, kind.kind, claimed.id));
        const gaveWay = await workRun(deps, task.runId, signal, { last: isLastAttempt(claimed), giveWay });
        return gaveWay ? [{ index: 0, postponedTo: queue.clock.now() }] : [];
      },
    }),
  ),
  chores: [{ name: 'forgotten runs', run: () => resumeRuns(deps, deps.queue) }],
});

import type { BackgroundDeps } from './background.ts';
import type { PullDeps } from './modules/collection/index.ts';
import { precedenceWork } from './modules/precedence/index.ts';
import { refusionTask, workRefusion } from './modules/refusion/index.ts';
import { portWork } from './modules/unknown-port/index.ts';
import type { TaskHandler } from './platform/queue/index.ts';

/** The task that makes stored shipments again: by another precedence, or because a port is known now. */
export function refusionHandlers(deps: BackgroundDeps, pipeline: PullDeps): Record<string, TaskHandler> {
  const works = { precedence: precedenceWork(pipeline, deps.clock), port: portWork(pipeline, deps.clock) };
  return {
    [refusionTask]: {
      concurrency: 2,
      run: async ([payload], signal) => {
        // What was decided in another process must be known here before the first answer is read again.
        await deps.reference.refresh();
        await workRefusion({ ...deps, works }, (payload as { runId: number }).runId, signal);
      },
    },
  };
}

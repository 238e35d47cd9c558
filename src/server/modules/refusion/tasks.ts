import type { ReferenceStore } from '#server/modules/masterdata/index.ts';
import { type BackgroundModule, type Queue, workOn } from '#server/platform/queue/index.ts';
import { type RefusionDeps, workRefusion } from './refusion-task.ts';
import { refusionTask, resumeRefusions } from './start-run.ts';

/** Making stored shipments again: by another precedence, or because a port is known now. */
export const refusionTasks = (
  deps: RefusionDeps & { queue: Queue; reference: Pick<ReferenceStore, 'refresh'> },
): BackgroundModule => ({
  tasks: [
    workOn(refusionTask, {
      concurrency: 2,
      run: async ([task], signal) => {
        if (task === undefined) return;
        // What was decided in another process must be known here before the first answer is read again.
        await deps.reference.refresh();
        await workRefusion(deps, task.runId, signal);
      },
    }),
  ],
  chores: [{ name: 'forgotten runs', run: () => resumeRefusions(deps.database, deps.queue) }],
});

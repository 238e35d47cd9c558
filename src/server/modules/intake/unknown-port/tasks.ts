import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import { refusions } from '#server/modules/intake/recompute/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { BackgroundModule } from '#server/platform/queue/index.ts';
import { workOnRun } from '#server/platform/run/index.ts';
import { healKnownPorts, portWork } from './port-work.ts';

/** Making shipments again whose ports are known now. */
export const unknownPortTasks = (
  deps: Parameters<typeof healKnownPorts>[0] & { pipeline: PipelineDeps; clock: Clock },
): BackgroundModule => ({
  tasks: [],
  runs: [workOnRun(refusions.port, portWork(deps.pipeline, deps.clock))],
  chores: [{ name: 'known ports', run: () => healKnownPorts(deps) }],
});

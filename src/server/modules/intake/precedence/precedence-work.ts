import { refuseSubscriptions } from '#server/modules/intake/collection/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import { refusions, refusionStep, type RefusionWork } from '#server/modules/intake/recompute/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { BackgroundModule } from '#server/platform/queue/index.ts';
import { workOnRun } from '#server/platform/run/index.ts';
import { nextCandidates } from './precedence-queries.ts';

/** Fuses by the precedence in force: those shipments that more than one source speaks about. */
export const precedenceWork = (
  pipeline: PipelineDeps,
  clock: { now: () => number },
  judge: 'all' | 'changed' = 'changed',
): RefusionWork => ({
  step: refusionStep,
  next: (_run, partition, limit) => nextCandidates(pipeline.database, partition, limit),
  work: async (_run, items) => async () => {
    const ids = items.map(({ id }) => id);
    const { fused, detection } = await refuseSubscriptions(pipeline, ids, clock.now(), { judge });
    return {
      changed: fused.filter((outcome) => outcome.changed).length,
      opened: detection.opened + detection.regressed,
      resolved: detection.resolved,
    };
  },
});

/** Runs that recompute shipments by another precedence. */
export const precedenceTasks = ({ pipeline, clock }: { pipeline: PipelineDeps; clock: Clock }): BackgroundModule => ({
  tasks: [],
  runs: [workOnRun(refusions.precedence, precedenceWork(pipeline, clock))],
});

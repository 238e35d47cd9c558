import { refuseSubscriptions } from '#server/modules/collection/index.ts';
import type { PipelineDeps } from '#server/modules/collection/index.ts';
import type { RefusionWork } from '#server/modules/refusion/index.ts';
import { nextCandidates } from './precedence-queries.ts';

/** Fuses by the precedence in force: those shipments that more than one source speaks about. */
export const precedenceWork = (
  pipeline: PipelineDeps,
  clock: { now: () => number },
  judge: 'all' | 'changed' = 'changed',
): RefusionWork => ({
  next: (_run, partition, limit) => nextCandidates(pipeline.database, partition, limit),
  make: async (_run, ids) => {
    const { fused, detection } = await refuseSubscriptions(pipeline, ids, clock.now(), { judge });
    return {
      changed: fused.filter((outcome) => outcome.changed).length,
      opened: detection.opened + detection.regressed,
      resolved: detection.resolved,
    };
  },
});

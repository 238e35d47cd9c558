import { processOutcomes } from '#server/modules/intake/collection/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { recomputeStep, type RecomputeWork, startRecompute } from '#server/modules/intake/recompute/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import {
  countUses,
  findOpenCode,
  forgetUses,
  listOpenCodes,
  listTargetIds,
  listUnsettled,
  nextUses,
  settleUses,
} from './port-queries.ts';

/** Reads the stored answers again that name an unknown port: by what is known of it now. */
export const portWork = (pipeline: PipelineDeps, clock: { now: () => number }): RecomputeWork => ({
  step: recomputeStep,
  next: ({ params }, partition, limit) => nextUses(pipeline.database, params.causeId, partition, limit),
  work:
    async ({ params: { causeId } }, items) =>
    async () => {
      const ids = items.map(({ id }) => id);
      const now = clock.now();
      const targets = await listTargetIds(pipeline.database, causeId, ids);
      const summary = await processOutcomes(
        pipeline,
        targets.map((id) => ({ kind: 'stored', subscriptionSourceId: id, requestedAt: now })),
        now,
      );
      await settleUses(pipeline.database, causeId, ids);
      const open = await findOpenCode(pipeline.database, causeId);
      // Master data know it by now: a record that could not be made again is not requested again and again.
      if (open !== undefined && pipeline.reference().rules.resolvePort(open) !== undefined)
        await forgetUses(pipeline.database, causeId, ids);
      const { opened, regressed, resolved } = summary.detection;
      return { changed: summary.fused, opened: opened + regressed, resolved };
    },
});

const itself = { code: 'system', name: 'system' };

/**
 * Heals what nobody asked to be healed: records that a process made which did not know the decision yet, and codes that
 * master data have learned of meanwhile, as a port or an alias.
 */
export async function healKnownPorts(deps: {
  database: Database;
  queue: Queue;
  clock: { now: () => number };
  reference: () => ReferenceSnapshot;
}): Promise<void> {
  const { database, queue, clock } = deps;
  const { resolvePort } = deps.reference().rules;
  const learned = (await listOpenCodes(database)).filter(({ raw_code: code }) => resolvePort(code) !== undefined);
  const ids = new Set([...(await listUnsettled(database)), ...learned.map(({ id }) => id)]);
  for (const id of [...ids].sort((a, b) => a - b)) {
    await database.transaction(async () => {
      const total = await countUses(database, id);
      await startRecompute({ database, queue, now: clock.now() }, { cause: 'port', causeId: id, total, by: itself });
    });
  }
}

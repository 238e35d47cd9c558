// unscoped: The simulated world is of the whole installation.
import { recomputeSubscriptions } from '#server/modules/intake/collection/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import { enterValues } from '#server/modules/tracking/override/index.ts';
import type { Ctx } from '#server/platform/context.ts';

/** Of two sources that contradict each other somebody asks by telephone who is right. */
const contradictions: ReadonlySet<string> = new Set(['TIME_CONFLICT', 'VESSEL_MISMATCH']);

/** Whether an exception goes away once a person has decided which source is right. */
export const isContradiction = (typeCode: string): boolean => contradictions.has(typeCode);

type Statement = { path: string; value: string | number };

/**
 * Enters the value in force as the expert's: the sources no longer contradict each other, and the exception resolves by itself. In a
 * transaction of its own, since it locks the shipment before its exceptions.
 */
export async function decideBetweenSources(ctx: Ctx, exceptionId: number, pipeline: PipelineDeps): Promise<void> {
  await ctx.unscoped.transaction(async () => {
    const [found] = await ctx.unscoped.query<{ id: number; tenant_id: number; said: Statement | null }>(
      `select s.id, s.tenant_id, e.evidence->0 as said
       from shipment_exception e join subscription s on s.id = e.subscription_id
       where e.id = $1 and e.open for update of s`,
      [exceptionId],
    );
    if (found?.said == null) return;
    await enterValues(ctx, found, [{ path: found.said.path, value: found.said.value }], 'EXPERT');
    await recomputeSubscriptions(pipeline, [found.id], ctx.clock.now());
  });
}

// unscoped: A push names its source by the key it came with: tenants follow from the subscriptions that the message matches.
import type { ParseRefusal } from '#server/connectors/types.ts';
import { insertRefusals } from '#server/modules/intake/collection/index.ts';
import type { Ctx } from '#server/platform/context.ts';

/** Notes pieces of a pushed message that were not taken, with their reasons. */
export const noteRefusals = (ctx: Ctx, sourceId: number, refusals: readonly ParseRefusal[]): Promise<void> =>
  insertRefusals(
    ctx.unscoped,
    refusals.map((refusal) => ({
      tenantId: null,
      sourceId,
      subscriptionId: null,
      via: 'push',
      reason: refusal.reason,
      detail: { index: refusal.index, eventId: refusal.eventId, field: refusal.field },
      sample: refusal.value,
    })),
    ctx.clock.now(),
  );

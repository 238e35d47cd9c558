// unscoped: A push names its source by the key it came with: tenants follow from the subscriptions that the message matches.
import type { Ctx } from '#server/platform/context.ts';
import { tallyRefusals, type TalliedRefusal } from './tally.ts';
import { whyRefused } from './why-refused.ts';

/** Where a message came from that was refused as a whole; `reason` where the error alone does not tell it. */
type Origin = { via: TalliedRefusal['via']; tenantId?: number | null; sourceId?: number | null; reason?: string };

/** Counts a message that an error refused as a whole; errors of our own are nobody's refusal and count nothing. */
export async function countRefused(ctx: Ctx, error: unknown, origin: () => Origin | Promise<Origin>): Promise<void> {
  const why = whyRefused(error);
  if (why === null) return;
  const { reason = why.reason, tenantId = null, sourceId = null, via } = await origin();
  const tallied = { ...why, reason, tenantId, sourceId, via, sender: '', n: 1 };
  await tallyRefusals(ctx.unscoped, [tallied], ctx.clock.now());
}

import { removedBooking } from '#domain/intake/fusion/removals.ts';
import { emptyContent } from '#domain/tracking/empty-content.ts';
import { recomputeSubscriptions } from '#server/modules/intake/collection/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { CutoffCode } from '#shared/reference/cutoff-codes.ts';
import type { Instant } from '#shared/time/instant.ts';
import { findExpert, sourceCodeOf, toRecord, writeExpert } from './expert-record.ts';
import { insertRemovals } from './queries.ts';
import type { OwnSubscription } from './queries.ts';

/**
 * Writes a cut-off into the expert's record of a locked subscription, or removes it from there (`time` null), and fuses the
 * shipment again in the current transaction, so that rules and cut-offs on screen use the same value. The caller writes the audit. Gives the time that an expert had entered before.
 */
export async function changeExpertCutoff(
  { ctx, pipeline }: { ctx: Ctx; pipeline: PipelineDeps },
  subscription: OwnSubscription,
  { code, time }: { code: CutoffCode; time: Instant | null },
): Promise<Instant | undefined> {
  const known = await findExpert(ctx, subscription.id, 'EXPERT');
  const { cutoffs: before = [], ...rest } = toRecord(ctx, subscription, 'EXPERT', known).content;
  const others = before.filter((cutoff) => cutoff.code !== code);
  const former = before.find((cutoff) => cutoff.code === code)?.time;
  if (time === null && former === undefined) return undefined;
  const cutoffs = (time === null ? others : [...others, { code, time }]).sort((a, b) => (a.code < b.code ? -1 : 1));
  const { mode: _, ...values } = rest;
  if (cutoffs.length > 0) await writeExpert(ctx, subscription, 'EXPERT', { ...rest, cutoffs });
  else if (JSON.stringify(values) === JSON.stringify(emptyContent()))
    await insertRemovals(ctx, subscription, [{ sourceCode: sourceCodeOf('EXPERT'), item: removedBooking }]);
  else await writeExpert(ctx, subscription, 'EXPERT', rest);
  await recomputeSubscriptions(pipeline, [subscription.id], ctx.clock.now());
  return former;
}

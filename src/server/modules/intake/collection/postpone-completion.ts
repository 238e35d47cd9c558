import type { FusionOutcome } from '#server/modules/tracking/shipment/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { wasQueried } from './outcomes.ts';
import type { SubscriptionRow, Target } from './queries.ts';
import type { Work } from './targets.ts';

/** However long a source asks to be left alone: an end is final after so long. */
const maxHeldMs = 12 * 3_600_000;

/** When a source was last tried and whether it is failing, with what this batch brought. */
function lastTry(target: Target, work: ReadonlyMap<number, Work>): { failing: boolean; at: Instant } {
  const outcome = work.get(target.id)?.outcome;
  return outcome !== undefined && wasQueried(outcome)
    ? { failing: outcome.kind === 'failure', at: outcome.requestedAt }
    : { failing: target.consecutive_failures > 0, at: target.last_pull_at ?? 0 };
}

/**
 * Takes back ends that are not final yet: one source says that a shipment is over while another one is failing, and that one
 * has not been tried since. After its next try, or half a day, the end counts.
 */
export async function postponeCompletion(
  database: Database,
  subscriptions: readonly SubscriptionRow[],
  fused: readonly FusionOutcome[],
  targets: readonly Target[],
  work: readonly Work[],
  now: Instant,
): Promise<void> {
  const workOf = new Map(work.map((item) => [item.target.id, item]));
  const triesOf = Map.groupBy(
    targets
      .filter((target) => target.enabled && !target.stopped)
      .map((target) => ({ subscriptionId: target.subscription_id, ...lastTry(target, workOf) }))
      .filter(({ failing }) => failing),
    ({ subscriptionId }) => subscriptionId,
  );
  const open = subscriptions.flatMap(({ id, ended }, index) => {
    const outcome = fused[index];
    return outcome?.ended === true && !ended && triesOf.has(id) ? [outcome] : [];
  });
  if (open.length === 0) return;
  const { rows } = await database.execute<{ subscription_id: number; ended_at: Instant }>(
    'select subscription_id, ended_at from shipment where fused and ended_at is not null and subscription_id = any($1)',
    [open.map((outcome) => outcome.subscriptionId)],
  );
  const statedAt = new Map(rows.map((row) => [row.subscription_id, row.ended_at]));
  for (const outcome of open) {
    const at = statedAt.get(outcome.subscriptionId) ?? now;
    const tries = triesOf.get(outcome.subscriptionId) ?? [];
    if (now - at < maxHeldMs && tries.some((one) => one.at <= at)) outcome.ended = false;
  }
}

import { protocolsQueriedBy } from '#server/connectors/index.ts';
import type { FusionOutcome } from '#server/modules/tracking/shipment/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';
import type { Instant } from '#shared/time/instant.ts';
import { wasQueried } from './outcomes.ts';
import type { SubscriptionRow, Target } from './queries.ts';
import type { Work } from './targets.ts';

type ResumeDeps = {
  database: Database;
  schedulePulls: (pulls: readonly { subscriptionSourceId: number; at: Instant }[]) => Promise<void>;
};

/**
 * Has the sources of subscriptions whose end was taken back queried again, at once: those that were not queried in this batch,
 * whose schedule nobody has stopped, and which do not bring their messages unasked.
 */
export async function resumeAsking(
  { database, schedulePulls }: ResumeDeps,
  subscriptions: readonly SubscriptionRow[],
  fused: readonly FusionOutcome[],
  targets: readonly Target[],
  work: readonly Work[],
  now: Instant,
): Promise<void> {
  const resumed = new Set(subscriptions.filter((_, index) => fused[index]?.resumed === true).map(({ id }) => id));
  if (resumed.size === 0) return;
  const requested = new Set(work.filter(({ outcome }) => wasQueried(outcome)).map(({ target }) => target.id));
  const waiting = targets.filter((target) => resumed.has(target.subscription_id) && !requested.has(target.id));
  const { ids, tenantIds } = withTenants(waiting);
  const { rows } = await database.execute<{ id: number; by_robot: boolean }>(
    `update subscription_source ss set next_pull_at = $2, next_pull_why = null from source o
     where o.id = ss.source_id and o.enabled and o.asked and not ss.stopped and ss.id = any($1) and ss.tenant_id = any($4)
     returning ss.id, o.protocol = any($3) as by_robot`,
    [ids, new Date(now), protocolsQueriedBy('robots'), tenantIds],
  );
  const begun = new Set(rows.map(({ id }) => id));
  // The batch writes what it knows of its targets afterwards.
  for (const target of waiting) if (begun.has(target.id)) target.next_pull_at = now;
  // Robots ask themselves what is due.
  await schedulePulls(rows.filter((row) => !row.by_robot).map(({ id }) => ({ subscriptionSourceId: id, at: now })));
}

import { type EventJudgement, judgeEvents } from '#server/modules/exceptions/event/index.ts';
import type { DetectionSubject } from '#server/modules/exceptions/exception/index.ts';
import { listShown, type ShownShipment } from '#server/modules/tracking/shipment/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { toDetectionSubject } from './detect.ts';
import { loadCurrentDecisions } from './current-decisions.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { listTargetsOf, lockSubscriptionsById } from './queries.ts';
import type { SubscriptionRow, Target } from './queries.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';

/** A stored shipment as event items see it: they read what is shown, and of its sources only when they stated something. */
function toSubject(
  subscription: SubscriptionRow,
  shown: ShownShipment | undefined,
  targets: readonly Target[],
  now: Instant,
): DetectionSubject {
  const history = { eta: [], departure: [], route: [], ships: [], ...shown?.history };
  const outcome = {
    subscriptionId: subscription.id,
    shipmentId: shown?.id ?? null,
    fused: shown === undefined ? null : { content: shown.content, provenance: {} },
    records: [],
    history,
    ended: shown?.ended === true,
    resumed: false,
    changed: false,
  };
  const subject = toDetectionSubject(subscription, outcome, targets, new Map(), now);
  if (shown === undefined || shown.newest === null) return subject;
  const newest = {
    id: String(shown.id),
    sourceType: 'CARRIER' as const,
    channel: subscription.channel,
    sourceCode: '',
    observedAt: shown.newest,
    content: shown.content,
  };
  return { ...subject, view: { ...subject.view, records: [newest] } };
}

/**
 * Judges stored shipments by the event items of their tenants alone, after an event item was switched on or off: nothing is fused
 * and no detection rule is queried, which takes most of the time of a full judgement. In the current transaction or one of its
 * own; it is a decision of ours, so that nobody is notified.
 */
export async function judgeEventItems(
  deps: PipelineDeps,
  subscriptionIds: readonly number[],
  now: Instant,
): Promise<EventJudgement> {
  const { database } = deps;
  return database.transaction(async () => {
    const subscriptions = await lockSubscriptionsById(database, subscriptionIds);
    const known = withTenants(subscriptions);
    const targets = Map.groupBy(await listTargetsOf(database, known), ({ subscription_id: id }) => id);
    const { settings } = await loadCurrentDecisions(database, deps.fusion, deps.catchUp);
    const shown = await listShown(database, known);
    const subjects = subscriptions.map((row) => toSubject(row, shown.get(row.id), targets.get(row.id) ?? [], now));
    const judged = await judgeEvents(database, subjects, now, deps.reference().rules, settings.version);
    if (judged.causes.length > 0) await deps.notify?.(judged.causes);
    return judged;
  });
}

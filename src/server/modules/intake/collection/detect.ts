import { connectors } from '#server/connectors/index.ts';
import {
  detectSubscriptions,
  exceptionCauses,
  judgeSources,
  refreshRepeatedColumns,
} from '#server/modules/exceptions/exception/index.ts';
import type { DetectionSubject, DetectionSummary } from '#server/modules/exceptions/exception/index.ts';
import { judgeEvents } from '#server/modules/exceptions/event/index.ts';
import { toSourceRecord } from '#server/modules/tracking/shipment/index.ts';
import type { FusionOutcome } from '#server/modules/tracking/shipment/index.ts';
import type { VoyageView } from '#domain/network/position/voyage.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { isDown, sourceReports } from './down-sources.ts';
import type { CurrentDecisions } from './current-decisions.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { noteJudgedBy } from './queries.ts';
import type { SubscriptionRow, Target, TargetUpdate } from './queries.ts';
import type { Work } from './targets.ts';
import { isOver } from './update-subscriptions.ts';

/** What a detection knows of sources, and which subscriptions it judges only because of a decision of ours. */
type Occasion = {
  targets: readonly Target[];
  updates: ReadonlyMap<number, TargetUpdate>;
  decided: ReadonlyMap<number, Instant>;
};

/** Judges subscriptions after they were fused, writes what follows, and tells what is news. */
export async function detect(
  deps: PipelineDeps,
  { settings, version }: CurrentDecisions,
  subscriptions: readonly SubscriptionRow[],
  fused: readonly FusionOutcome[],
  { targets, updates, decided }: Occasion,
  now: Instant,
): Promise<DetectionSummary> {
  const targetsOf = Map.groupBy(targets, (target) => target.subscription_id);
  const voyages = await deps.voyages?.(withTenants(subscriptions));
  const subjects = subscriptions.map((subscription, index) =>
    withVoyage(
      toDetectionSubject(
        subscription,
        itemAt(fused, index),
        targetsOf.get(subscription.id) ?? [],
        updates,
        decided.get(subscription.id),
      ),
      voyages?.get(subscription.id),
    ),
  );
  const detection = await detectSubscriptions(deps.database, subjects, now, deps.reference().rules, settings);
  await noteJudgedBy(deps.database, subscriptions, version);
  // After the rules, which hold the locks of all these exceptions.
  await refreshRepeatedColumns(
    deps.database,
    subjects
      .filter((_subject, index) => isShownOtherwise(itemAt(subscriptions, index), itemAt(fused, index)))
      .flatMap(({ subscriptionId, tenantId, shipmentId, billNo, vesselName, voyage, view: { subscription } }) =>
        (detection.repeatedOtherwise.get(subscriptionId) ?? []).map((id) => ({
          id,
          tenantId,
          shipmentId,
          billNo,
          vesselName,
          voyage,
          ended: subscription.ended,
        })),
      ),
  );
  const { causes: eventCauses } = await judgeEvents(
    deps.database,
    subjects,
    now,
    deps.reference().rules,
    settings.version,
  );
  if (detection.news.length > 0) await deps.notify?.(exceptionCauses(detection.news, deps.reference()));
  if (eventCauses.length > 0) await deps.notify?.(eventCauses);
  return detection;
}

/** Whether what exceptions repeat of their subscription may be otherwise now. */
export const isShownOtherwise = (subscription: SubscriptionRow, outcome: FusionOutcome): boolean =>
  outcome.changed ||
  (outcome.ended && !subscription.ended) ||
  (!subscription.shipment_chosen && subscription.shipment_id !== outcome.shipmentId);

const withVoyage = (subject: DetectionSubject, voyage: VoyageView | undefined): DetectionSubject =>
  voyage === undefined ? subject : { ...subject, view: { ...subject.view, voyage } };

/** A subscription and what its fusion gave as the rules see it. */
export function toDetectionSubject(
  subscription: SubscriptionRow,
  outcome: FusionOutcome,
  targets: readonly Target[],
  updates: ReadonlyMap<number, TargetUpdate>,
  decidedAsOf: Instant | undefined,
): DetectionSubject {
  const booking = outcome.fused?.content.booking;
  return {
    tenantId: subscription.tenant_id,
    subscriptionId: subscription.id,
    shipmentId: outcome.shipmentId,
    billNo: subscription.bill_no ?? booking?.billNo ?? null,
    vesselName: booking?.vesselName ?? subscription.vessel_name,
    voyage: booking?.voyage ?? subscription.voyage,
    sourceType: subscription.source_type,
    channel: subscription.channel,
    ...(decidedAsOf !== undefined && { decidedAsOf, judgedAt: subscription.judged_at }),
    view: {
      subscription: {
        id: String(subscription.id),
        tenantId: String(subscription.tenant_id),
        subject: subscription.subject,
        billNo: subscription.bill_no,
        containerNo: subscription.container_no,
        carrierCode: subscription.carrier_code,
        ...(subscription.mode !== 'sea' && { mode: subscription.mode }),
        subscribedAt: subscription.subscribed_at,
        followedSince: subscription.created_at,
        ended: isOver(subscription, outcome),
      },
      fused: outcome.fused,
      records: outcome.records.map(toSourceRecord),
      etaHistory: outcome.history.eta,
      departureHistory: outcome.history.departure,
      shipHistory: outcome.history.ships,
      routeHistory: outcome.history.route,
      sources: targets.map((target) => sourceHealth(target, updates.get(target.id))),
    },
  };
}

/** Whether it answers only when we (or our robots) ask; partners and ships send when they like. */
const isQueried = ({ protocol }: Target): boolean => connectors[protocol].queriedBy !== 'nobody';

const instantOr = (text: string | null | undefined, known: Instant | null): Instant | null =>
  text == null ? known : Date.parse(text);

const sourceHealth = (target: Target, update: TargetUpdate | undefined) => ({
  sourceCode: target.source_code,
  isQueried: isQueried(target),
  ...(target.source_type === 'CUSTOMS' && { notifies: 'customs' as const }),
  consecutiveFailures: update?.failures ?? target.consecutive_failures,
  lastSuccessAt: instantOr(update?.success_at, target.last_success_at),
  firstAnsweredAt: target.first_answer_at ?? instantOr(update?.answered_at, null),
  lastChangeAt: instantOr(update?.changed_at, target.last_change_at),
  lastError: update === undefined ? target.last_error : update.error,
  isDown: isDown(target, update?.failures ?? target.consecutive_failures),
});

/** A source that answers nobody is one problem, reported before the batch ends; see `judgeSources`. */
export async function judgeDownSources(
  deps: PipelineDeps,
  { settings }: CurrentDecisions,
  work: readonly Work[],
  updates: ReadonlyMap<number, TargetUpdate>,
  detection: DetectionSummary,
  now: Instant,
): Promise<void> {
  const news = await judgeSources(deps.database, sourceReports(work, updates), now, deps.reference().rules, settings);
  for (const { subject } of news) detection.changedTenants.add(subject.tenantId);
  if (news.length > 0) await deps.notify?.(exceptionCauses(news, deps.reference()));
}

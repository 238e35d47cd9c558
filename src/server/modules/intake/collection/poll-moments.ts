import type { FusionOutcome } from '#server/modules/tracking/shipment/index.ts';
import { freeTimeEnds } from '#domain/exceptions/free-time-ends.ts';
import { laneOf } from '#domain/exceptions/settings.ts';
import { type Moment, momentsOf } from '#domain/intake/polling/polling-plan.ts';
import { itemAt } from '#shared/values/items.ts';
import { toDetectionSubject } from './detect.ts';
import type { CurrentDecisions } from './current-decisions.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import type { SubscriptionRow, Target } from './queries.ts';
import type { Moments } from './update-subscriptions.ts';

/** What is expected of the shipments of a batch; of those only that have a source which is polled by the shipment. */
export function momentsOfAll(
  deps: Pick<PipelineDeps, 'reference'>,
  { settings }: CurrentDecisions,
  subscriptions: readonly SubscriptionRow[],
  fused: readonly FusionOutcome[],
  targets: readonly Target[],
): Moments {
  const planned = new Set(targets.flatMap((one) => (one.polling === 'fixed' ? [] : [one.subscription_id])));
  const moments = new Map<number, Moment[]>();
  if (planned.size === 0) return moments;
  const { rules } = deps.reference();
  for (const [index, outcome] of fused.entries()) {
    const subscription = itemAt(subscriptions, index);
    if (!planned.has(subscription.id) || outcome.fused === null) continue;
    const { content } = outcome.fused;
    const { view } = toDetectionSubject(subscription, outcome, [], new Map(), undefined);
    const { settingsFor } = settings.lookup({
      tenantId: String(subscription.tenant_id),
      carrierCode: subscription.carrier_code,
      lane: laneOf(content.booking.portOfLoading, content.booking.portOfDischarge),
    });
    moments.set(subscription.id, momentsOf(content, freeTimeEnds(view, settingsFor, rules)));
  }
  return moments;
}

import type { CallData } from '#contract/index.ts';
import type { SubscriptionListRow, SubscriptionQuery } from '#contract/tracking/subscription.ts';
import {
  listLoggedSubscriptions,
  type ListedShipment,
  listShipmentsOf,
  presentException,
  presentSubscription,
  wantsShipment,
} from '#server/modules/exceptions/exception/index.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import { missingSourcesOf } from '#server/modules/intake/source/index.ts';
import {
  carrierUrl,
  emptyShipment,
  pickParts,
  presentShipment,
  referencesFor,
} from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { deepestOffset, pageOf, rowsOf } from '#server/platform/page.ts';
import { sortKeysOf } from '#server/platform/sort-keys.ts';
import { toSubscriptionFilters } from './list-filters.ts';
import { countSubscriptions, listOpenExceptions, listSubscriptionIds, sortableColumns } from './list-queries.ts';

/** Rows of the list by subscription id, in the order of the ids. */
async function loadSubscriptionRows(
  ctx: Ctx,
  ids: readonly number[],
  reference: ReferenceSnapshot,
  parts: SubscriptionQuery['parts'],
): Promise<SubscriptionListRow[]> {
  const isProven = parts?.includes('evidence') ?? true;
  const [subscriptions, shipments, open, missing] = await Promise.all([
    listLoggedSubscriptions(ctx, ids),
    listShipmentsOf(ctx, wantsShipment(parts) ? ids : []),
    listOpenExceptions(ctx, ids),
    missingSourcesOf(ctx, ids, reference),
  ]);
  const ownerOf = (row: ListedShipment) => ({ tenantId: row.tenant_id, mode: row.content.mode });
  const known = await referencesFor(ctx, [...shipments.values()].map(ownerOf), reference);
  const present = (shipment: ListedShipment, subject: 'bill' | 'container') => {
    const whole = presentShipment(shipment, subject, known(ownerOf(shipment)), ctx.clock.now());
    return parts === undefined ? whole : pickParts(whole, parts);
  };
  return ids.flatMap((id) => {
    const subscription = subscriptions.get(id);
    // Gone between the two readings.
    if (subscription === undefined) return [];
    const exception = open.get(id);
    const shipment = shipments.get(subscription.shipment_id ?? -1);
    const carrier = reference.carriers.get(subscription.carrier_code);
    return [
      {
        obmAutotestResult:
          exception === undefined
            ? null
            : presentException(isProven ? exception : { ...exception, evidence: [] }, ctx.lang, reference),
        obmTkSubscribe: {
          ...presentSubscription(subscription, ctx.lang, reference),
          testPurpose: exception?.type_code ?? null,
          noSource: missing.get(id) ?? null,
        },
        ...(shipment === undefined ? emptyShipment : present(shipment, subscription.subject)),
        carrierUrl: carrierUrl(carrier?.urlTemplate, subscription.bill_no, subscription.container_no),
        updateLogMap: subscription.update_log ?? {},
      },
    ];
  });
}

/** The subscription list: one page with everything its rows show, and the exact total. */
export async function querySubscriptions({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: SubscriptionQuery;
  reference: ReferenceSnapshot;
}): Promise<CallData<'querySubscriptions'>> {
  const values = toSubscriptionFilters(input, zoneOfCaller(ctx, reference), reference);
  const keys = sortKeysOf(input.sortRules, sortableColumns);
  const [ids, totalRecord] = await Promise.all([
    listSubscriptionIds(ctx, values, keys, rowsOf(input, deepestOffset)),
    countSubscriptions(ctx, values),
  ]);
  const records = await loadSubscriptionRows(ctx, ids, reference, input.parts);
  return pageOf(records, totalRecord, input);
}

// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { presentSubscription } from '#server/modules/exceptions/exception/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  presentBooking,
  referencesFor,
  restoreContent,
  withContents,
} from '#server/modules/tracking/shipment/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { checkSubscriptionVersion } from './check-version.ts';
import { findBooking, listBookings, lockOwnSubscriptions } from './subscription-queries.ts';

/** Bookings a subscription may be linked to; of a container, vessel and voyage have to be named. */
export async function queryBookings({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'queryBkBySubscribe'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'queryBkBySubscribe'>> {
  const { blNo, ctnNo, vesselName, voyage } = input;
  if (blNo === undefined && ctnNo === undefined) throw refused('subscription.bookingNumberRequired');
  if (ctnNo !== undefined && vesselName === undefined) throw refused('subscription.vesselRequired');
  if (ctnNo !== undefined && voyage === undefined) throw refused('subscription.voyageRequired');
  const found = await listBookings(ctx, {
    billNo: blNo?.toUpperCase(),
    containerNo: ctnNo === undefined ? undefined : normalizeContainerNumber(ctnNo),
    carrierCodes: input.carrierCode,
    vesselName: vesselName?.toUpperCase(),
    voyage: voyage?.toUpperCase(),
    sourceTypes: input.bizSourceType,
    channels: input.processType,
  });
  const rows = await withContents(ctx.unscoped, found);
  const ownerOf = (row: (typeof rows)[number]) => ({ tenantId: row.tenant_id, mode: row.content.mode });
  const known = await referencesFor(ctx, rows.map(ownerOf), reference);
  return rows.map((row) => presentBooking(row, row.subject, known(ownerOf(row)), ctx.clock.now()));
}

/** Links a subscription to the booking a person chose; its own fused booking makes the link automatic again. */
export async function switchBooking({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'updateSubscribeInfo'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'updateSubscribeInfo'>> {
  const { obmTkSubscribeId, bkId, recordVersion } = input;
  if (obmTkSubscribeId == null) throw refused('error.emptyInput');
  if (bkId == null) throw refused('subscription.bookingRequired');
  return ctx.unscoped.transaction(async () => {
    const [row] = await lockOwnSubscriptions(ctx, [obmTkSubscribeId]);
    if (row === undefined) throw notFound('subscription.notFound');
    const booking = await findBooking(ctx, bkId);
    if (booking === undefined) throw notFound('trace.notFound');
    if (booking.tenant_id !== row.tenant_id) throw refused('subscription.bookingOfOther');
    await restoreContent(ctx.unscoped, booking.id);
    const present = (changes: object = {}): CallData<'updateSubscribeInfo'> =>
      presentSubscription({ ...row, ...changes }, ctx.lang, reference);
    const link = {
      shipment_id: booking.id,
      shipment_chosen: !(booking.fused && booking.subscription_id === row.id),
      has_data: true,
    };
    // The same once more, as when the first answer was lost.
    if (row.shipment_id === link.shipment_id && row.shipment_chosen === link.shipment_chosen && row.has_data)
      return present();
    await checkSubscriptionVersion(ctx, recordVersion, row, present);
    const after = { ...link, record_version: row.record_version + 1 };
    await ctx.db.updateTable('subscription').set(after).where('id', '=', row.id).execute();
    await writeAudit(ctx, {
      entity: 'subscription',
      entityId: String(row.id),
      action: 'switchBooking',
      tenantId: row.tenant_id,
      before: { shipment_id: row.shipment_id, has_data: row.has_data },
      after: { shipment_id: after.shipment_id, has_data: true },
    });
    await publish(ctx.unscoped, {
      tenantId: row.tenant_id,
      topic: 'subscription',
      payload: { subscriptionIds: [String(row.id)], by: ctx.actor.userCode },
    });
    return present(after);
  });
}

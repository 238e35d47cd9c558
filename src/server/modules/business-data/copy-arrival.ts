import type { CallData, ParsedBody } from '#contract/index.ts';
import { bookingPath } from '#domain/fusion/paths.ts';
import { refuseSubscriptions } from '#server/modules/collection/index.ts';
import type { PipelineDeps } from '#server/modules/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import { enterValues } from '#server/modules/override/index.ts';
import { findFusedId, findShipment } from '#server/modules/tracking/index.ts';
import type { TraceShipment } from '#server/modules/tracking/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { noteChange } from './note-change.ts';
import { lockOwnSubscription, subscriptionsOfBookings } from './queries.ts';

type Copied = CallData<'copyArrival'>;

const autonomic = new Set(['AUTONOMIC_CARRIER_DISTRIBUTE', 'SHIPPING_TRACKING_WALI', 'AUTONOMIC_EXPERT']);

/** Whether the arrival of a booking may be given to others: what a robot read, not of self-service, with an arrival. */
const isTemplate = (shipment: TraceShipment): boolean =>
  !shipment.fused &&
  shipment.source_type === 'RPA' &&
  !autonomic.has(shipment.channel) &&
  shipment.content.booking.ata !== null;

const sameCall = (a: TraceShipment, b: TraceShipment): boolean =>
  (['vesselName', 'voyage', 'portOfDischarge'] as const).every(
    (name) => a.content.booking[name] !== null && a.content.booking[name] === b.content.booking[name],
  );

/**
 * Gives other bookings of the same voyage and port of discharge the actual arrival of one that a robot read. Each gets
 * it as an expert value; one that fits not refuses all. With `preview` nothing is written.
 */
export async function copyArrival({
  ctx,
  input,
  pipeline,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'copyArrival'>;
  pipeline: PipelineDeps;
  reference: ReferenceSnapshot;
}): Promise<Copied> {
  const template = input.templateBkId === undefined ? undefined : await findShipment(ctx, input.templateBkId);
  if (input.templateBkId !== undefined && template === undefined) throw notFound('trace.notFound');
  if (template === undefined || !isTemplate(template)) throw refused('business.selectRpaBooking');
  const ids = [...new Set(input.otherBkIdList ?? [])].filter((id) => id !== template.id);
  if (ids.length === 0) throw refused('error.emptyInput');
  const ata = template.content.booking.ata as number;
  const port = template.content.booking.portOfDischarge;
  const zone = (port === null ? null : reference.ports.get(port)?.zone) ?? null;
  return ctx.database.transaction(async () => {
    const subscriptionOf = await subscriptionsOfBookings(ctx, ids);
    if (ids.some((id) => !subscriptionOf.has(id))) throw notFound('trace.notFound');
    const rows: Copied['rows'] = [];
    const changeIds: string[] = [];
    const done = new Set<number>();
    let strange = 0;
    for (const id of ids.toSorted((a, b) => (subscriptionOf.get(a) as number) - (subscriptionOf.get(b) as number))) {
      const subscriptionId = subscriptionOf.get(id) as number;
      const subscription = await lockOwnSubscription(ctx, subscriptionId);
      const shipment = await findShipment(ctx, id);
      if (subscription === undefined || shipment === undefined) throw notFound('trace.notFound');
      const fusedId = shipment.fused ? id : await findFusedId(ctx, subscriptionId);
      const shown =
        fusedId === undefined || fusedId === id ? shipment : ((await findShipment(ctx, fusedId)) ?? shipment);
      if (!sameCall(template, shipment)) strange += 1;
      const before = shown.content.booking.ata;
      const changed = before !== ata && !done.has(subscriptionId);
      done.add(subscriptionId);
      const { billNo } = shown.content.booking;
      rows.push({
        obmBkId: String(id),
        blNo: billNo,
        ctnNo: subscription.container_no,
        before,
        after: ata,
        zone,
        changed: changed ? 1 : 0,
      });
      if (!changed || input.preview === 1 || strange > 0) continue;
      const values = await enterValues(ctx, subscription, [{ path: bookingPath('ata'), value: ata }], 'EXPERT');
      const detail = { experts: [], removals: [], values };
      const about = { obmBkId: String(id), before, after: ata };
      changeIds.push(String(await noteChange(ctx, subscription, 'arrivalCopied', detail, about)));
    }
    if (strange > 0) throw refused('business.notSameVoyage', { count: strange });
    if (changeIds.length > 0) await refuseSubscriptions(pipeline, [...done], ctx.clock.now());
    return { changeIds, rows };
  });
}

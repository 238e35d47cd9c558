import type { CallData } from '#contract/index.ts';
import { actsOn } from '#domain/commerce/booking/booking-state.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { findBooking, listEvents } from './booking-queries.ts';

type Booking = CallData<'bookingRecordGet'>;

/** A booking of the caller's tenants with its cut-offs and what happened to it. */
export async function getBooking({ ctx, input }: { ctx: Ctx; input: { bookingRecordId: number } }): Promise<Booking> {
  const row = await findBooking(ctx, input.bookingRecordId);
  if (row === undefined) throw notFound();
  const events = await listEvents(ctx, row.id);
  const { state } = row;
  return {
    bookingRecordId: String(row.id),
    recordVersion: row.record_version,
    now: ctx.clock.now(),
    state,
    acts: row.sending === null ? [...actsOn(state)] : [],
    sending: row.sending !== null,
    problem: row.problem,
    requestRef: row.request_ref,
    bookingNo: row.booking_no,
    billNo: row.bill_no,
    obmBkId: row.shipment_id === null ? null : String(row.shipment_id),
    carrierCode: row.carrier_code,
    polCode: row.pol_code,
    polName: row.pol_name,
    polNameCn: row.pol_name_cn,
    polZone: row.pol_zone,
    podCode: row.pod_code,
    podName: row.pod_name,
    podNameCn: row.pod_name_cn,
    podZone: row.pod_zone,
    vesselName: row.vessel_name,
    voyage: row.voyage,
    departureTime: row.departs_at,
    firstDepartureTime: row.first_departs_at,
    arrivalTime: row.arrives_at,
    equipmentList: row.equipment.map(({ type, units }) => ({ containerType: type, units })),
    customer: row.customer,
    orderNo: row.order_no,
    remark: row.remark,
    rolls: row.rolls,
    cutOffList: row.cut_offs.map(({ code, at }) => ({ code, time: at })),
    eventList: events.map(({ at, kind, actor, detail }) => ({
      time: at,
      kind,
      actorCode: actor,
      detail,
    })),
  };
}

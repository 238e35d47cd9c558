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
  const { id, sending, shipmentId, equipment, cutOffs, ...shown } = row;
  const events = await listEvents(ctx, id);
  return {
    ...shown,
    bookingRecordId: String(id),
    now: ctx.clock.now(),
    acts: sending === null ? [...actsOn(shown.state)] : [],
    sending: sending !== null,
    obmBkId: shipmentId === null ? null : String(shipmentId),
    equipmentList: equipment.map(({ type, units }) => ({ containerType: type, units })),
    cutOffList: cutOffs.map(({ code, at }) => ({ code, time: at })),
    eventList: events.map(({ at, kind, actor, detail }) => ({ time: at, kind, actorCode: actor, detail })),
  };
}

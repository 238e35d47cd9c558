import type { BookingState, Equipment } from '#domain/commerce/booking/booking-state.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A booking that waits for an exchange with its carrier. */
export type DueBooking = {
  id: number;
  tenant_id: number;
  carrier_code: string;
  pol_code: string;
  pod_code: string;
  vessel_name: string | null;
  voyage: string | null;
  departs_at: Instant | null;
  equipment: Equipment[];
  customer: string | null;
  order_no: string | null;
  state: BookingState;
  sending: 'create' | 'update' | 'cancel' | null;
  /** A request for space is on its way since then. */
  sent_at: Instant | null;
  failures: number;
  problem: string | null;
  request_ref: string | null;
  /** The order system named it; otherwise the carrier gave it to a request of ours. */
  ref_named: boolean;
  booking_no: string | null;
  bill_no: string | null;
  rolls: number;
  record_version: number;
};

/** One booking of the caller's tenants, locked; undefined for none. */
export const findForUpdate = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('booking_record').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Bookings of the caller's tenants with the names of their ports. */
const bookings = (ctx: Ctx) =>
  ctx.db
    .selectFrom('booking_record as b')
    .leftJoin('md_port as l', 'l.code', 'b.pol_code')
    .leftJoin('md_port as d', 'd.code', 'b.pod_code')
    .leftJoin('subscription as s', 's.id', 'b.subscription_id')
    .select(['b.id', 'b.record_version as recordVersion', 'b.state', 'b.problem', 'b.booking_no as bookingNo'])
    .select(['b.bill_no as billNo', 's.shipment_id as shipmentId', 'b.carrier_code as carrierCode'])
    .select(['b.vessel_name as vesselName', 'b.voyage', 'b.departs_at as departureTime', 'b.arrives_at as arrivalTime'])
    .select(['b.pol_code as polCode', 'l.name as polName', 'l.name_cn as polNameCn', 'l.zone as polZone'])
    .select(['b.pod_code as podCode', 'd.name as podName', 'd.name_cn as podNameCn', 'd.zone as podZone'])
    .select(['b.equipment', 'b.customer', 'b.rolls', 'b.cut_offs as cutOffs']);

/** One booking of the caller's tenants. */
export const findBooking = (ctx: Ctx, id: number) =>
  bookings(ctx)
    .select(['b.sending', 'b.request_ref as requestRef', 'b.first_departs_at as firstDepartureTime'])
    .select(['b.order_no as orderNo', 'b.remark'])
    .where('b.id', '=', id)
    .executeTakeFirst();

/** What happened to a booking, the newest first. */
export const listEvents = (ctx: Ctx, bookingId: number) =>
  ctx.db
    .selectFrom('booking_event')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();

/** Bookings by id, with the names of their ports. */
export const listBookingRows = (ctx: Ctx, ids: readonly number[]) =>
  bookings(ctx)
    .select(['b.changed_at as changeTime', 'b.created_at as createTime', 'b.created_by as creatorName'])
    .select('b.tenant_id as tenantId')
    .where('b.id', 'in', ids)
    .execute();

/** Notes what happened to a booking. */
export const noteEvent = (
  database: Database,
  booking: { id: number; tenant_id: number },
  event: { at: Instant; kind: string; actor: string; detail?: Readonly<Record<string, string | number | null>> },
) =>
  database.system
    .insertInto('booking_event')
    .values({
      tenant_id: booking.tenant_id,
      booking_id: booking.id,
      at: ts(event.at),
      kind: event.kind,
      actor: event.actor,
      detail: JSON.stringify(event.detail ?? {}),
    })
    .execute();

/** The booking that has waited longest for an exchange with its carrier. */
export async function findDue(database: Database, at: Instant): Promise<DueBooking | undefined> {
  const [row] = await database.query<DueBooking>(
    `select id, tenant_id, carrier_code, pol_code, pod_code, vessel_name, voyage, departs_at, equipment, customer, order_no, state, sending, sent_at,
       failures, problem, request_ref, ref_named, booking_no, bill_no, rolls, record_version
     from booking_record where next_ask_at <= $1 order by next_ask_at, id limit 1`,
    [new Date(at)],
  );
  return row;
}

/**
 * Whether another tenant has the number by which this booking is known at its carrier, with a better claim: the carrier gave it to a
 * request of theirs, or their order system named it first. That a number was named proves nothing: the carrier is neither asked about
 * it nor instructed to change anything, so that nobody sees or cancels a booking of others.
 */
export async function isOfOthers(database: Database, booking: DueBooking): Promise<boolean> {
  if (booking.request_ref === null || !booking.ref_named) return false;
  const others = await database.query(
    `select from booking_record where carrier_code = $1 and request_ref = $2 and tenant_id <> $3 and (not ref_named or id < $4) limit 1`,
    [booking.carrier_code, booking.request_ref, booking.tenant_id, booking.id],
  );
  return others.length > 0;
}

/** Whether the number that a carrier gave to this booking is that of another one; what other tenants only named is in nobody's way. */
export async function isTaken(database: Database, booking: DueBooking, requestRef: string | null): Promise<boolean> {
  if (requestRef === null || requestRef === booking.request_ref) return false;
  const taken = await database.query(
    `select from booking_record where carrier_code = $1 and request_ref = $2 and id <> $3 and (tenant_id = $4 or $5 or not ref_named) limit 1`,
    [booking.carrier_code, requestRef, booking.id, booking.tenant_id, booking.ref_named],
  );
  return taken.length > 0;
}

const isoCodes: Readonly<Record<string, string>> = {
  '20GP': '22G1',
  '40GP': '42G1',
  '40HQ': '45G1',
  '45HQ': 'L5G1',
  '20RF': '22R1',
  '40RH': '45R1',
  '20OT': '22U1',
  '40OT': '42U1',
};

/** Whether there are containers of a type, by its trade name or its ISO code. */
export const isContainerType = (type: string, { containerTypes }: ReferenceSnapshot): boolean =>
  containerTypes.has(type) || [...containerTypes.values()].some(({ tradeName }) => tradeName === type);

/** The usual ISO code of each trade name, for what is sent to carriers. */
export const isoCodeOf = (tradeName: string): string => isoCodes[tradeName] ?? tradeName;

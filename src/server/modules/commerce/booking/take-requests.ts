import { z } from 'zod';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  feedCode,
  type FeedDeps,
  feedMoment,
  feedText,
  followOrderSystems,
  type OrderSystemList,
  type ReadItem,
  readItems,
} from '#server/modules/tracking/subscription/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { publish } from '#server/platform/realtime/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { isContainerType, noteEvent } from './booking-queries.ts';

/** What taking bookings from order systems works with. */
export type RequestDeps = FeedDeps & { reference: () => ReferenceSnapshot };

/** A booking as an order system writes it. */
const requestShape = (reference: ReferenceSnapshot) =>
  z
    .object({
      requestNo: feedCode(60),
      orderNo: feedCode(100).nullish(),
      /** Being prepared, to be sent now, or with the carrier already. */
      status: z.enum(['DRAFT', 'REQUESTED', 'PLACED', 'CONFIRMED']),
      carrierCode: feedCode(20).refine((value) => reference.carriers.has(value)),
      carrierBookingReference: feedCode(100).nullish(),
      transportDocumentReference: feedCode(60).nullish(),
      portOfLoading: feedCode(12).transform((value) => reference.rules.resolvePort(value) ?? ''),
      portOfDischarge: feedCode(12).transform((value) => reference.rules.resolvePort(value) ?? ''),
      vesselName: feedCode(100).nullish(),
      voyage: feedCode(50).nullish(),
      departure: feedMoment.nullish(),
      arrival: feedMoment.nullish(),
      equipment: z
        .array(
          z.object({
            type: feedCode(20).refine((type) => isContainerType(type, reference)),
            units: z.number().int().min(1).max(999),
          }),
        )
        .min(1)
        .max(20),
      customer: feedText(200).nullish(),
      remark: feedText(500).nullish(),
      requestedBy: feedText(100),
      requestedAt: feedMoment,
    })
    .refine(({ portOfLoading }) => portOfLoading !== '', { path: ['portOfLoading'] })
    .refine(({ portOfDischarge: end, portOfLoading }) => end !== '' && end !== portOfLoading, {
      path: ['portOfDischarge'],
    })
    .refine(
      ({ status, carrierBookingReference }) =>
        status === 'DRAFT' || status === 'REQUESTED' || carrierBookingReference != null,
      { path: ['carrierBookingReference'] },
    );

type Wanted = z.output<ReturnType<typeof requestShape>>;

const stateOf = { DRAFT: 'draft', REQUESTED: 'submitted', PLACED: 'submitted', CONFIRMED: 'confirmed' } as const;

/** The columns of a booking. What is with its carrier is requested there at once; a request is sent. */
const rowOf = (wanted: Wanted, at: Instant) => {
  const { status, departure } = wanted;
  const isPlaced = status === 'PLACED' || status === 'CONFIRMED';
  return {
    request_no: wanted.requestNo,
    order_no: wanted.orderNo ?? null,
    carrier_code: wanted.carrierCode,
    pol_code: wanted.portOfLoading,
    pod_code: wanted.portOfDischarge,
    vessel_name: wanted.vesselName ?? null,
    voyage: wanted.voyage ?? null,
    departs_at: departure == null ? null : new Date(departure),
    first_departs_at: status === 'CONFIRMED' && departure != null ? new Date(departure) : null,
    arrives_at: wanted.arrival == null ? null : new Date(wanted.arrival),
    equipment: wanted.equipment,
    containers: wanted.equipment.reduce((sum, { units }) => sum + units, 0),
    customer: wanted.customer ?? null,
    remark: wanted.remark ?? null,
    state: stateOf[status],
    sending: status === 'REQUESTED' ? 'create' : null,
    next_ask_at: status === 'DRAFT' ? null : new Date(at),
    request_ref: isPlaced ? wanted.carrierBookingReference : null,
    ref_named: isPlaced,
    booking_no: status === 'CONFIRMED' ? wanted.carrierBookingReference : null,
    bill_no: status === 'CONFIRMED' ? (wanted.transportDocumentReference ?? null) : null,
    created_by: wanted.requestedBy,
    created_at: new Date(wanted.requestedAt),
    changed_at: new Date(wanted.requestedAt),
  };
};

/**
 * Stores bookings that are not known yet. One that the tenant has already, by its own number or by that of the carrier, stays as it
 * is: from then on people and the carrier change it here. What other tenants have is of no concern.
 */
async function saveRequests(
  database: Database,
  tenantId: number,
  requests: readonly ReadItem<Wanted>[],
  at: Instant,
): Promise<void> {
  for (const { value: wanted } of requests) {
    const row = rowOf(wanted, at);
    const { rows } = await database.execute<{ id: number }>(
      `insert into booking_record (tenant_id, cut_offs, rolls, failures, record_version, subscription_id, ${Object.keys(row).join(', ')})
       select $2, '[]', 0, 0, 1,
         (select s.id from subscription s where s.tenant_id = $2 and s.carrier_code = r.carrier_code and s.bill_no = r.bill_no
          order by s.id limit 1), ${Object.keys(row)
            .map((column) => `r.${column}`)
            .join(', ')} from jsonb_populate_record(null::booking_record, $1::jsonb) r
       on conflict do nothing returning id`,
      [JSON.stringify(row), tenantId],
    );
    const [added] = rows;
    if (added === undefined) continue;
    const booking = { id: added.id, tenant_id: tenantId };
    await noteEvent(database, booking, { at: wanted.requestedAt, kind: 'create', actor: wanted.requestedBy });
    if (row.sending !== null) await noteEvent(database, booking, { at, kind: 'submit', actor: wanted.requestedBy });
    await publish(database, { tenantId, topic: 'booking', payload: { id: added.id, state: row.state } });
  }
}

const requestList = ({ database, clock, reference }: RequestDeps): OrderSystemList => ({
  path: 'booking-requests',
  items: 'booking-requests',
  cursorKey: (tenantCode) => `booking_request_feed_${tenantCode}`,
  take: async (items, tenant) => {
    const { read, refused } = readItems(requestShape(reference()), items);
    await saveRequests(database, tenant.id, read, clock.now());
    return refused;
  },
});

/** Takes the bookings that the tenants' order systems have handed over since the last time. */
export const takeRequests = (deps: RequestDeps): Promise<void> => followOrderSystems(deps, [requestList(deps)]);

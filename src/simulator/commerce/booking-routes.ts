import type { FastifyInstance } from 'fastify';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { WorldCarrier } from '../network/types.ts';
import { directRoutes } from '../schedules/answers.ts';
import { localIso } from '../schedules/schedule-wire.ts';
import type { ServerContext } from '../servers/context.ts';
import { cutOffsBefore } from '../shipments/cut-offs.ts';
import { bookedPlan } from '../shipments/milestones.ts';
import { endOf, startOf } from '../shipments/route.ts';
import type { LegPlan, RouteLeg, Shipment } from '../shipments/types.ts';
import { addCarrierScope, type CarrierRequest } from './carrier-scope.ts';
import {
  type BookingState,
  CLOSED_AFTER_MS,
  CLOSED_MS,
  type CustomerBooking,
  type CustomerBookings,
  type Equipment,
  stateOf,
} from './customer-bookings.ts';

type Fields = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(asRecord) : []);

/** A booking that cannot be taken as it is. */
class BookingRefused extends Error {}

function readEquipment(body: Fields): Equipment[] {
  const equipment = listOf(body['requestedEquipments']).map((one) => ({
    isoCode: textOf(one['ISOEquipmentCode']),
    units: Number(one['units']),
  }));
  const isRight = equipment.every(({ isoCode, units }) => isoCode !== '' && Number.isInteger(units) && units > 0);
  if (equipment.length === 0 || !isRight) throw new BookingRefused('requestedEquipments must name types and units');
  return equipment;
}

const placeOf = (body: Fields, type: string): string =>
  textOf(
    asRecord(listOf(body['shipmentLocations']).find((one) => one['locationTypeCode'] === type)?.['location'])[
      'UNLocationCode'
    ],
  );

type Desk = { context: ServerContext; bookings: CustomerBookings };

/** Finds the sailing that is requested and takes the booking. */
function takeBooking({ context, bookings }: Desk, carrier: WorldCarrier, body: Fields, now: Instant): CustomerBooking {
  const { world } = context;
  const [origin, destination] = [placeOf(body, 'POL'), placeOf(body, 'POD')];
  const voyage = textOf(body['carrierExportVoyageNumber']);
  if (origin === '' || destination === '') throw new BookingRefused('shipmentLocations must have a POL and a POD');
  const equipment = readEquipment(body);
  const route = directRoutes({ world, carrier, now }, [origin, destination], [now, now + 84 * DAY_MS]).find(
    ({ reported, call }) =>
      reported.operator === carrier &&
      (voyage === '' || call.exportVoyage === voyage) &&
      call.departure.planned >= now + CLOSED_MS,
  );
  if (route === undefined) throw new BookingRefused('No such sailing is open for booking');
  const { call, end, reported } = route;
  const seq = bookings.nextSeq(reported.service.index, call.week, world.bookingsOf(reported.service.index, call.week));
  if (seq === undefined) throw new BookingRefused('The sailing is fully booked');
  const booking: CustomerBooking = {
    reference: `${carrier.code}R${String(bookings.count() + 1).padStart(6, '0')}`,
    carrierCode: carrier.code,
    requestedAt: now,
    key: { service: reported.service.index, week: call.week, seq },
    from: call.index,
    to: end.week === call.week ? end.index : end.index + reported.service.calls.length * (end.week - call.week),
    equipment,
    body,
    changes: [],
    cancelledAt: null,
  };
  bookings.put(booking);
  return booking;
}

/** The first leg as it was reported by a moment. */
const legAt = (leg: RouteLeg, at: Instant): LegPlan =>
  leg.versions.findLast(({ knownAt }) => knownAt <= at)?.plan ?? bookedPlan(leg);

/** A booking as its carrier has it at a moment. */
type Held = {
  reference: string;
  body: Record<string, unknown>;
  shipment: Shipment | undefined;
  /** Legs as reported, at least one. */
  plans: readonly LegPlan[];
  stateBy: (departure: Instant) => Pick<BookingState, 'status' | 'amended' | 'equipment' | 'feedback'>;
};

/** A booking as the standard writes it. */
function shown({ context }: Desk, { reference, body, shipment, plans, stateBy }: Held, now: Instant): object {
  const { sailings } = context.world;
  const legs = plans.map((plan) => {
    const [start, end] = [startOf(sailings, plan), endOf(sailings, plan)];
    return {
      plan,
      start,
      end,
      departure: start.departureEstimates.findLast(({ knownAt }) => knownAt <= now)?.value ?? start.plannedDeparture,
      arrival: end.arrivalEstimates.findLast(({ knownAt }) => knownAt <= now)?.value ?? end.plannedArrival,
      sailing: sailings.sailing(plan.service, plan.week),
    };
  });
  const [first] = legs;
  const departure = first?.departure ?? now;
  const state = stateBy(departure);
  const isSure = state.status === 'CONFIRMED' || state.status === 'COMPLETED';
  return {
    ...body,
    carrierBookingRequestReference: reference,
    bookingStatus: state.status,
    ...(state.amended !== null && { amendedBookingStatus: state.amended }),
    ...(state.feedback !== null && {
      feedbacks: [{ severity: 'ERROR', code: 'PROPERTY_VALUE_HAS_BEEN_CHANGED', message: state.feedback }],
    }),
    ...(isSure && {
      carrierBookingReference: shipment?.bookingNo,
      transportDocumentReference: shipment?.billNo,
      confirmedEquipments: state.equipment.map(({ isoCode, units }) => ({ ISOEquipmentCode: isoCode, units })),
      transportPlan: legs.map((leg, index) => ({
        transportPlanStage: 'MNC',
        transportPlanStageSequenceNumber: index + 1,
        loadLocation: { UNLocationCode: leg.start.port.code },
        dischargeLocation: { UNLocationCode: leg.end.port.code },
        plannedDepartureDate: localIso(leg.departure, leg.start.port.zone),
        plannedArrivalDate: localIso(leg.arrival, leg.end.port.zone),
        vesselName: (leg.sailing.vesselKnownAt <= now ? leg.sailing.vessel : leg.sailing.plannedVessel).name,
        carrierExportVoyageNumber:
          leg.plan.from < leg.sailing.service.turn ? leg.sailing.outbound : leg.sailing.inbound,
      })),
      shipmentCutOffTimes: cutOffsBefore(departure).map(({ code, at }) => ({
        cutOffDateTimeCode: code,
        cutOffDateTime: localIso(at, first?.start.port.zone ?? 'UTC'),
      })),
    }),
  };
}

/** A booking that was made by this interface. */
function heldForCustomer({ context }: Desk, booking: CustomerBooking, now: Instant): Held {
  const shipment = context.world.shipmentOf(booking.key);
  const first = shipment?.groups[0]?.legs[0];
  return {
    reference: booking.reference,
    body: booking.body,
    shipment,
    plans: [first === undefined ? { ...booking.key, from: booking.from, to: booking.to } : legAt(first, now)],
    stateBy: (departure) => stateOf(booking, now, departure),
  };
}

/** A booking that a tenant made otherwise, by its booking number. */
function heldElsewhere({ context }: Desk, carrier: WorldCarrier, bookingNo: string, now: Instant): Held | undefined {
  const shipment = context.world.find({ type: 'booking', value: bookingNo }, now);
  if (shipment === undefined || shipment.carrier.code !== carrier.code) return undefined;
  const legs = shipment.groups[0]?.legs ?? [];
  return {
    reference: bookingNo,
    body: {},
    shipment,
    plans: legs.map((leg) => legAt(leg, now)),
    stateBy: (departure) => ({
      status: now < shipment.confirmedAt ? 'RECEIVED' : now > departure + CLOSED_AFTER_MS ? 'COMPLETED' : 'CONFIRMED',
      amended: null,
      equipment: [...Map.groupBy(shipment.containers, ({ isoCode }) => isoCode)].map(([isoCode, all]) => ({
        isoCode,
        units: all.length,
      })),
      feedback: null,
    }),
  };
}

const closed = new Set(['CANCELLED', 'COMPLETED', 'REJECTED', 'DECLINED']);

function changeBooking(desk: Desk, booking: CustomerBooking, { request, now }: CarrierRequest): CustomerBooking {
  const { sailings } = desk.context.world;
  const departure = startOf(sailings, { ...booking.key, from: booking.from, to: booking.to }).plannedDeparture;
  if (closed.has(stateOf(booking, now, departure).status)) throw new BookingRefused('The booking is closed');
  const body = asRecord(request.body);
  const next: CustomerBooking =
    request.method === 'PATCH'
      ? { ...booking, cancelledAt: now }
      : { ...booking, body, changes: [...booking.changes, { at: now, equipment: readEquipment(body), body }] };
  desk.bookings.put(next);
  return next;
}

/** Adds the booking desks of the carriers, DCSA Booking 2.0, under /carriers/{carrierCode}/v2/bookings. */
export function addBookingRoutes(app: FastifyInstance, context: ServerContext, bookings: CustomerBookings): void {
  const desk: Desk = { context, bookings };
  const guarded = (handler: (requested: CarrierRequest) => unknown) => (requested: CarrierRequest) => {
    try {
      return handler(requested);
    } catch (error) {
      if (error instanceof BookingRefused) return requested.fail(400, error.message);
      throw error;
    }
  };
  const path = '/carriers/:carrierCode/v2/bookings';
  addCarrierScope(
    app,
    context,
    path,
    guarded(({ carrier, request, reply, now }) =>
      reply
        .code(202)
        .send(shown(desk, heldForCustomer(desk, takeBooking(desk, carrier, asRecord(request.body), now), now), now)),
    ),
    'POST',
  );
  addCarrierScope(
    app,
    context,
    `${path}/:reference`,
    guarded((requested) => {
      const { carrier, request, reply, now, fail } = requested;
      const { reference = '' } = request.params;
      const found = bookings.find(carrier.code, reference);
      if (found === undefined) {
        const elsewhere = heldElsewhere(desk, carrier, reference, now);
        if (elsewhere === undefined) return fail(404, 'There is no such booking');
        if (request.method === 'GET') return reply.send(shown(desk, elsewhere, now));
        return fail(409, 'This booking was made with our sales desk, which also changes it');
      }
      if (request.method === 'GET') return reply.send(shown(desk, heldForCustomer(desk, found, now), now));
      const isCancelling = textOf(asRecord(request.body)['bookingStatus']) === 'CANCELLED';
      if (request.method === 'PATCH' && !isCancelling) return fail(400, 'bookingStatus must be CANCELLED');
      return reply.code(202).send(shown(desk, heldForCustomer(desk, changeBooking(desk, found, requested), now), now));
    }),
    ['GET', 'PUT', 'PATCH'],
  );
}

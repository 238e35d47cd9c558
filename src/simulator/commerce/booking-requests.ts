import { createRandom, type Random } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, toIsoText } from '#shared/time/instant.ts';
import { weekOf } from '../network/calendar.ts';
import { soldLegs } from '../network/sensible-legs.ts';
import { siteOf } from '../pages/sites.ts';
import { shipmentIndex } from '../shipments/numbers.ts';
import { bookedPlan } from '../shipments/milestones.ts';
import { endLegs, endOf, startOf } from '../shipments/route.ts';
import type { LegPlan, Shipment } from '../shipments/types.ts';
import type { World } from '../world.ts';

/** A booking of space as an order system gives it. */
type WorldBookingRequest = {
  requestNo: string;
  orderNo: string | null;
  /** Being prepared, to be sent to the carrier, or with the carrier already. */
  status: 'DRAFT' | 'REQUESTED' | 'PLACED' | 'CONFIRMED';
  carrierCode: string;
  /** Number at the carrier, once it is there. */
  carrierBookingReference: string | null;
  /** Number of the bill of lading, once the carrier has given it. */
  transportDocumentReference: string | null;
  portOfLoading: string;
  portOfDischarge: string;
  vesselName: string | null;
  voyage: string | null;
  departure: string | null;
  arrival: string | null;
  equipment: { type: string; units: number }[];
  customer: string;
  remark: string | null;
  requestedBy: string;
  requestedAt: string;
};

type PlacedRequest = { at: Instant; index: number; value: WorldBookingRequest };

const planners = ['陈晓 Chen Xiao', '李雯 Li Wen', 'Anna Keller', '周明 Zhou Ming'] as const;
const customers = ['Harbor & Home Inc.', 'Vega Retail BV', '北星商贸', 'Cedar Tools LLC'] as const;
const remarks = [null, null, '货物周四备妥 Cargo ready on Thursday', '客户要求直达 Direct service wanted'] as const;
const tradeNames: Readonly<Record<string, string>> = {
  '22G1': '20GP',
  '42G1': '40GP',
  '45G1': '40HQ',
  L5G1: '45HQ',
  '22R1': '20RF',
  '45R1': '40RH',
  '22U1': '20OT',
};

/** An order system hands over what was requested in these days. */
const REQUESTS_BACK_MS = 4 * DAY_MS;
/** What is with a carrier is handed over for so long after it was booked. */
const PLACED_BACK_MS = 12 * DAY_MS;
/** New requests of a tenant, one in each of these spans. */
const SPAN_MS = 8 * HOUR_MS;
/** Numbers of new requests lie behind those of all shipments. */
const FIRST_INDEX = 10_000_000;

function sailingOf(world: World, plan: LegPlan) {
  const sailing = world.sailings.sailing(plan.service, plan.week);
  const [start, end] = [startOf(world.sailings, plan), endOf(world.sailings, plan)];
  return {
    portOfLoading: start.port.code,
    vesselName: sailing.plannedVessel.name,
    voyage: plan.from < sailing.service.turn ? sailing.outbound : sailing.inbound,
    departure: toIsoText(start.plannedDeparture),
    portOfDischarge: end.port.code,
    arrival: toIsoText(end.plannedArrival),
  };
}

const containersOf = (isoCodes: readonly string[]): { type: string; units: number }[] =>
  [...Map.groupBy(isoCodes, (code) => tradeNames[code] ?? code)].map(([type, all]) => ({ type, units: all.length }));

/** A booking that the tenant made with its carrier before: as it was agreed at first. */
function placedRequest(world: World, shipment: Shipment, now: Instant): WorldBookingRequest {
  const random = createRandom(`${world.seed}/placed/${shipment.bookingNo}`);
  const [first, last] = endLegs((shipment.groups[0]?.legs ?? []).map(bookedPlan));
  const { portOfDischarge, arrival } = sailingOf(world, last);
  return {
    requestNo: `BR-${shipment.bookingNo}`,
    orderNo: shipment.orderNo,
    status: now < shipment.confirmedAt ? 'PLACED' : 'CONFIRMED',
    carrierCode: shipment.carrier.code,
    carrierBookingReference: shipment.bookingNo,
    transportDocumentReference: now < shipment.confirmedAt ? null : shipment.billNo,
    ...sailingOf(world, first),
    portOfDischarge,
    arrival,
    equipment: containersOf(shipment.containers.map(({ isoCode }) => isoCode)),
    customer: random.pick(customers),
    remark: null,
    requestedBy: random.pick(planners),
    requestedAt: toIsoText(shipment.bookedAt),
  };
}

/** A request for a sailing that leaves in two to four weeks. */
function newRequest(world: World, tenantCode: string, span: number, at: Instant, random: Random): WorldBookingRequest {
  const { network, sailings } = world;
  const sold = network.services
    .filter(({ domestic, carrier }) => !domestic && siteOf(carrier.code) === undefined)
    .flatMap((service) =>
      soldLegs(network, service)
        .out.slice(0, 4)
        .map((pair) => ({ service, pair })),
    );
  const { service, pair } = random.pick(sold);
  const soonest = at + random.int(14, 22) * DAY_MS;
  let week = weekOf(soonest) - Math.ceil((service.calls[pair.from]?.departureHours ?? 0) / 168) - 1;
  while (sailings.call(service.index, week, pair.from).plannedDeparture < soonest) week += 1;
  const sailing = sailingOf(world, { service: service.index, week, ...pair });
  const isDraft = random.chance(0.4);
  // A draft may leave the sailing open.
  const isOpen = isDraft && random.chance(0.5);
  const units = random.chance(0.12) ? random.int(7, 9) : random.int(1, 4);
  return {
    requestNo: `${tenantCode.slice(0, 2)}-R${span}`,
    orderNo: null,
    status: isDraft ? 'DRAFT' : 'REQUESTED',
    carrierCode: service.carrier.code,
    carrierBookingReference: null,
    transportDocumentReference: null,
    ...sailing,
    ...(isOpen && { vesselName: null, voyage: null, departure: null, arrival: null }),
    equipment: [{ type: random.pick(['40HQ', '40HQ', '20GP', '40GP']), units }],
    customer: random.pick(customers),
    remark: random.pick(remarks),
    requestedBy: random.pick(planners),
    requestedAt: toIsoText(at),
  };
}

function newRequests(world: World, tenantCode: string, now: Instant): PlacedRequest[] {
  const found: PlacedRequest[] = [];
  for (let span = Math.ceil((now - REQUESTS_BACK_MS) / SPAN_MS); span * SPAN_MS <= now; span += 1) {
    const random = createRandom(`${world.seed}/booking-request/${tenantCode}/${span}`);
    if (tenantCode === 'GAMMA' && random.chance(0.7)) continue;
    const at = span * SPAN_MS + random.int(5, 460) * MINUTE_MS;
    if (at <= now)
      found.push({ at, index: FIRST_INDEX + span, value: newRequest(world, tenantCode, span, at, random) });
  }
  return found;
}

/** Moment from which an order system hands over a booking: one in three at once, others when the carrier moves them. */
function handedOverAt(shipment: Shipment): Instant | undefined {
  if (shipmentIndex(shipment.key) % 3 === 0) return shipment.bookedAt;
  return shipment.groups[0]?.legs[0]?.versions[1]?.knownAt;
}

/** Bookings of space that a tenant's order system hands over by a moment: new ones, and some that are with their carriers. */
export function bookingRequestsOf(world: World, tenantCode: string, now: Instant): PlacedRequest[] {
  const placed = world
    .shipmentsAlive(now)
    .filter(
      (one) =>
        one.tenantCode === tenantCode &&
        !one.byContainer &&
        !one.domestic &&
        one.bookedAt > now - PLACED_BACK_MS &&
        siteOf(one.carrier.code) === undefined,
    )
    .flatMap((shipment): PlacedRequest[] => {
      const at = handedOverAt(shipment);
      return at === undefined || at > now
        ? []
        : [{ at, index: shipmentIndex(shipment.key), value: placedRequest(world, shipment, now) }];
    });
  return [...newRequests(world, tenantCode, now), ...placed];
}

import { createRandom, type Random } from '#shared/random/prng.ts';
import { DAY_MS, type Instant, toIsoText } from '#shared/time/instant.ts';
import type { Consignment, Consignments } from '../air/consignments.ts';
import { nmToAirport } from '../air/flights.ts';
import { type ThroughJourney, throughOf } from '../journeys/through.ts';
import { endLegs, endOf, startOf } from '../shipments/route.ts';
import { shipmentIndex } from '../shipments/numbers.ts';
import type { Shipment } from '../shipments/types.ts';
import type { World } from '../world.ts';

/** A line of an order as an order system gives it. */
type WorldOrderLine = {
  lineNo: string;
  productCode: string;
  productName: string;
  batchNo: string;
  quantity: number;
  unit: string;
  packages: number | null;
  shippedQuantity: number | null;
  mode: 'sea' | 'air';
  shipBy: string;
  promisedOn: string;
  references: string[];
};

/** An order of the world. */
export type WorldOrder = {
  orderNo: string;
  supplier: string;
  customer: string;
  origin: string;
  destination: string;
  lines: WorldOrderLine[];
};

const suppliers = [
  '宁波海曙电器有限公司',
  '苏州恒达机械有限公司',
  '东莞明辉家居有限公司',
  '青岛远大轮胎有限公司',
  'Lakeside Textiles Ltd',
  'Norddeutsche Pumpen GmbH',
] as const;
const customers = ['Harbor & Home Inc.', 'Vega Retail BV', '北星商贸', 'Cedar Tools LLC'] as const;
const products = [
  ['AC-2400', '空调压缩机 Compressor', 'PCS'],
  ['FN-118', '落地扇 Pedestal fan', 'PCS'],
  ['TY-2055516', '轮胎 Tyre 205/55R16', 'PCS'],
  ['TX-77', '棉布 Cotton fabric', 'M'],
  ['PU-40', '离心泵 Centrifugal pump', 'PCS'],
  ['CH-12', '餐椅 Dining chair', 'SET'],
] as const;

const dayOf = (at: Instant): string => toIsoText(at).slice(0, 10);

type LinePlan = {
  number: number;
  mode: 'sea' | 'air';
  references: string[];
  shipBy: Instant;
  promised: Instant;
  packages: number | null;
};

function lineOf(random: Random, orderNo: string, plan: LinePlan): WorldOrderLine {
  const [productCode, productName, unit] = random.pick(products);
  const quantity = random.int(4, 240) * 10;
  const isShipped = plan.references.length > 0;
  return {
    lineNo: String(plan.number * 10),
    productCode,
    productName,
    batchNo: `B${orderNo.slice(-4)}${plan.number}`,
    quantity,
    unit,
    packages: plan.packages,
    shippedQuantity: isShipped ? quantity - (random.chance(0.1) ? 10 : 0) : null,
    mode: plan.mode,
    shipBy: dayOf(plan.shipBy),
    promisedOn: dayOf(Math.max(plan.promised, plan.shipBy)),
    references: plan.references,
  };
}

/** Days between a planned arrival and the promise: most orders have some room, a few none. */
const roomDays = (random: Random): number => (random.chance(0.12) ? random.int(1, 3) : random.int(4, 12));

/** The order that a shipment by sea is for: a line or two per container at most, some by container, now and then one that goes by air. */
function seaOrder(world: World, shipment: Shipment, byAir: Consignment | undefined): WorldOrder {
  const random = createRandom(`${world.seed}/order/${shipment.billNo}`);
  const [first, last] = endLegs(shipment.legs);
  const [start, end] = [startOf(world.sailings, first), endOf(world.sailings, last)];
  const promised = end.plannedArrival + roomDays(random) * DAY_MS;
  const sea = { mode: 'sea', shipBy: start.plannedDeparture + DAY_MS, promised, packages: null } as const;
  const { containers } = shipment;
  const byContainer = shipment.byContainer || (containers.length > 1 && random.chance(0.5));
  const units = byContainer ? containers.map(({ number }) => [number]) : [[shipment.billNo]];
  const count = byContainer ? Math.min(4, units.length) : random.int(1, 3);
  const plans: LinePlan[] = Array.from({ length: count }, (_, index) => ({
    ...sea,
    number: index + 1,
    references: units[byContainer ? index : 0] ?? [],
  }));
  // Several orders may share a consignment: none of them claims its packages.
  if (byAir !== undefined) plans.push({ ...airPlan(byAir, count + 1, random), packages: null });
  // What is made later waits for its shipment.
  else if (random.chance(0.1))
    plans.push({ ...sea, number: count + 1, references: [], promised: promised + 20 * DAY_MS });
  return {
    orderNo: shipment.orderNo,
    supplier: random.pick(suppliers),
    customer: random.pick(customers),
    origin: start.port.code,
    destination: end.port.code,
    lines: plans.map((plan) => lineOf(random, shipment.orderNo, plan)),
  };
}

function airPlan(consignment: Consignment, number: number, random: Random): LinePlan {
  const { waybill, bookedAt, pieces, statuses } = consignment;
  const planned = statuses.filter(({ isPlan }) => isPlan).map(({ flight }) => flight?.arrival ?? bookedAt);
  return {
    number,
    mode: 'air',
    references: [waybill],
    shipBy: bookedAt + 3 * DAY_MS,
    promised: Math.max(bookedAt, ...planned.slice(0, 2)) + random.int(2, 5) * DAY_MS,
    // Now and then an order system claims more than was handed over.
    packages: random.chance(0.06) ? pieces + 3 : pieces,
  };
}

function airOrder(seed: string, consignment: Consignment): WorldOrder {
  const orderNo = `AO${consignment.waybill.slice(4)}`;
  const random = createRandom(`${seed}/order/${consignment.waybill}`);
  return {
    orderNo,
    supplier: random.pick(suppliers),
    customer: random.pick(customers),
    origin: consignment.origin,
    destination: consignment.destination,
    lines: [lineOf(random, orderNo, airPlan(consignment, 1, random))],
  };
}

/** Days from the planned arrival of the ship until the goods are promised at the end of a way that goes on by air and courier. */
const ONWARD_DAYS = 15;

/** The order of goods that go by all modes: reported again whenever the next part of the way is booked. */
function throughOrder(world: World, { shipment, road, rail, air, parcel }: ThroughJourney, now: Instant): PlacedOrder {
  const [first, last] = endLegs(shipment.legs);
  const booked = [
    { at: shipment.bookedAt, reference: shipment.billNo },
    { at: rail.bookedAt, reference: rail.waybill },
    ...(road === undefined ? [] : [{ at: road.bookedAt, reference: road.orderNo }]),
    ...(air === undefined ? [] : [{ at: air.bookedAt, reference: air.waybill }]),
    ...(parcel === undefined ? [] : [{ at: parcel.bookedAt, reference: parcel.waybill }]),
  ].filter(({ at }) => at <= now);
  const random = createRandom(`${world.seed}/order/${shipment.billNo}`);
  const line: LinePlan = {
    number: 1,
    mode: 'sea',
    references: booked.map(({ reference }) => reference),
    shipBy: startOf(world.sailings, first).plannedDeparture,
    promised: endOf(world.sailings, last).plannedArrival + ONWARD_DAYS * DAY_MS,
    packages: null,
  };
  return {
    at: Math.max(shipment.bookedAt, ...booked.map(({ at }) => at)),
    index: shipmentIndex(shipment.key),
    value: {
      orderNo: shipment.orderNo,
      supplier: random.pick(suppliers),
      customer: random.pick(customers),
      origin: rail.sections[0]?.from ?? '',
      destination: parcel?.destination ?? endOf(world.sailings, last).port.code,
      lines: [lineOf(random, shipment.orderNo, line)],
    },
  };
}

/** An order with its place in the list of its order system. */
type PlacedOrder = { at: Instant; index: number; value: WorldOrder };

/** How far back orders by air are reported. */
const AIR_BACK_MS = 12 * DAY_MS;
/** The hurried part of an order is booked by air within so many days before the rest is booked. */
const HURRIED_DAYS = 6;
/** Goods of one order fly from and to airports within a day's drive of its ports. */
const NEAR_NM = 430;

/** Consignments of a tenant that were booked for themselves; those that are parts of longer ways belong to the orders of these. */
const flownFor = (
  world: World,
  consignments: Consignments,
  { tenantCode, from, to }: { tenantCode: string; from: Instant; to: Instant },
): Consignment[] =>
  consignments
    .booked(from, to)
    .filter((one) => one.tenantCode === tenantCode && throughOf(world).air.find(one.waybill) === undefined);

/** The consignment by air on which the hurried part of an order flies: between the same two regions as the rest. */
function hurriedPart(world: World, shipment: Shipment, consignments: Consignments): Consignment | undefined {
  const { tenantCode, bookedAt, legs } = shipment;
  const [first, last] = [legs[0], legs.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const from = startOf(world.sailings, first).port.position;
  const to = endOf(world.sailings, last).port.position;
  const isNear = (airport: string, port: typeof from): boolean =>
    (nmToAirport(airport, port) ?? Number.POSITIVE_INFINITY) <= NEAR_NM;
  const booked = { tenantCode, from: bookedAt - HURRIED_DAYS * DAY_MS, to: bookedAt };
  return flownFor(world, consignments, booked).find(
    ({ origin, destination }) => isNear(origin, from) && isNear(destination, to),
  );
}

/** The orders of a tenant whose goods are booked by a moment: two of three shipments by sea have one, and half of those by air. */
export function ordersOf(world: World, consignments: Consignments, tenantCode: string, now: Instant): PlacedOrder[] {
  const flown = flownFor(world, consignments, { tenantCode, from: now - AIR_BACK_MS, to: now });
  const through = throughOf(world)
    .alive(now)
    .filter(({ shipment }) => shipment.tenantCode === tenantCode);
  const isThrough = new Set(through.map(({ shipment }) => shipment.billNo));
  const sea = world
    .shipmentsAlive(now)
    .filter((one) => one.tenantCode === tenantCode && shipmentIndex(one.key) % 3 !== 0)
    .filter(({ billNo }) => !isThrough.has(billNo))
    .map((shipment): PlacedOrder => {
      const index = shipmentIndex(shipment.key);
      // The hurried part of an order flies when the rest is booked.
      const flying =
        index % 5 === 1 && shipment.bookedAt > now - AIR_BACK_MS + HURRIED_DAYS * DAY_MS
          ? hurriedPart(world, shipment, consignments)
          : undefined;
      return { at: shipment.bookedAt, index, value: seaOrder(world, shipment, flying) };
    });
  const air = flown
    .map((one, index): PlacedOrder => ({ at: one.bookedAt, index, value: airOrder(world.seed, one) }))
    .filter((_, index) => index % 2 === 0);
  return [...sea, ...air, ...through.map((journey) => throughOrder(world, journey, now))];
}

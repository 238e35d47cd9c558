import { type Random, createRandom } from '#shared/random/prng.ts';
import { HOUR_MS, type Instant, toIsoText } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { aggregatorRates, cargoRates, drawCause, identityRates, reportRates } from '../disorder/causes.ts';
import type { Sailings } from '../network/sailings.ts';
import { isSensibleLeg, isSensibleRoute, portAt, sailedNm, soldLegs } from '../network/sensible-legs.ts';
import type { CallPair } from '../network/sensible-legs.ts';
import type { Service } from '../network/types.ts';
import { billNumber, bookingNumber, containerNumber, containerSerial, leasedPrefix, shipmentIndex } from './numbers.ts';
import { endLegs, firstDepartureAfter } from './route.ts';
import type { CargoContainer, Disorder, LegPlan, ShipmentKey, ShipmentPlan } from './types.ts';

/** Containers a customer can have on one booking. */
const MAX_CONTAINERS = 6;
/** Share of shipments for which a way over another port is looked for. */
const TRANSHIP_SHARE = 0.3;
/** Longest planned stay at a transhipment port, so that a healthy container never looks forgotten. */
const LONGEST_CONNECTION_MS = 120 * HOUR_MS;

const isoCodes = [
  ['45G1', 44],
  ['22G1', 30],
  ['42G1', 14],
  ['45R1', 5],
  ['22R1', 3],
  ['L5G1', 2],
  ['22U1', 2],
] as const;

/** A leg that a planner would book: out with 70 %, home with 30 %. */
function pickCalls(sailings: Sailings, service: Service, random: Random): CallPair {
  const { out, home } = soldLegs(sailings.network, service);
  const goesOut = random.chance(0.7);
  const wanted = goesOut ? out : home;
  return random.pick(wanted.length > 0 ? wanted : goesOut ? home : out);
}

const routeNm = (sailings: Sailings, legs: readonly LegPlan[]): number =>
  legs.reduce((sum, leg) => sum + sailedNm(sailings.serviceAt(leg.service), leg), 0);

/** Goes on from the end of the last leg with another service, if one makes sense. */
function continueRoute(sailings: Sailings, legs: readonly LegPlan[], random: Random): LegPlan | undefined {
  const { network } = sailings;
  const [first, last] = endLegs(legs);
  const service = sailings.serviceAt(last.service);
  const connections = network.connections.get(`${last.service}:${last.to % service.calls.length}`);
  if (connections === undefined || connections.length === 0) return undefined;
  const { service: nextIndex, call } = random.pick(connections);
  if (legs.some((leg) => leg.service === nextIndex)) return undefined;
  const next = sailings.serviceAt(nextIndex);
  const start = portAt(sailings.serviceAt(first.service), first.from);
  const visited = new Set(legs.map((leg) => portAt(sailings.serviceAt(leg.service), leg.from)));
  const behind = routeNm(sailings, legs);
  const { out, home } = soldLegs(network, next);
  const ends = [...out, ...home].filter((pair) => {
    const end = portAt(next, pair.to);
    if (pair.from !== call || visited.has(end)) return false;
    if (end.country === start.country && !next.domestic) return false;
    return isSensibleRoute(network, start, end, behind + sailedNm(next, pair));
  });
  if (ends.length === 0) return undefined;
  const { to } = random.pick(ends);
  const arrival = sailings.call(last.service, last.week, last.to).plannedArrival;
  const week = firstDepartureAfter(sailings, nextIndex, call, arrival);
  const departure = sailings.call(nextIndex, week, call).plannedDeparture;
  if (departure - arrival > LONGEST_CONNECTION_MS) return undefined;
  return { service: nextIndex, week, from: call, to };
}

/** A first leg to a port where ships are changed, wherever on the round it lies. */
function legToHub(sailings: Sailings, key: ShipmentKey, random: Random): LegPlan | undefined {
  const service = sailings.serviceAt(key.service);
  const count = service.calls.length;
  const from = random.int(0, count - 1);
  const hubs: number[] = [];
  for (let to = from + 1; to < Math.min(count + service.turn, from + count); to += 1) {
    const found = sailings.network.connections.get(`${key.service}:${to % count}`);
    if (found !== undefined && found.length > 0 && isSensibleLeg(sailings.network, service, { from, to }))
      hubs.push(to);
  }
  return hubs.length === 0 ? undefined : { service: key.service, week: key.week, from, to: random.pick(hubs) };
}

function planTranshipment(sailings: Sailings, key: ShipmentKey, random: Random): LegPlan[] | undefined {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const first = legToHub(sailings, key, random);
    const second = first && continueRoute(sailings, [first], random);
    if (first === undefined || second === undefined) continue;
    const third = random.chance(0.25) ? continueRoute(sailings, [first, second], random) : undefined;
    return third === undefined ? [first, second] : [first, second, third];
  }
  return undefined;
}

function planLegs(sailings: Sailings, key: ShipmentKey, random: Random): LegPlan[] {
  const service = sailings.serviceAt(key.service);
  const route = random.chance(TRANSHIP_SHARE) ? planTranshipment(sailings, key, random) : undefined;
  if (route !== undefined) return route;
  return [{ service: key.service, week: key.week, ...pickCalls(sailings, service, random) }];
}

function planContainers(sailings: Sailings, key: ShipmentKey, disorder: Disorder, random: Random): CargoContainer[] {
  const { carrier } = sailings.serviceAt(key.service);
  const count = random.weighted([
    [1, 50],
    [2, 24],
    [3, 12],
    [4, 8],
    [5, 4],
    [6, 2],
  ] as const);
  const isoCode = random.weighted(isoCodes);
  return Array.from({ length: count }, (_, i) => {
    const leased = disorder.identity === 'leasedContainer' && i === 0;
    const prefix = leased ? leasedPrefix(carrier.index) : random.pick(carrier.prefixes);
    const small = isoCode.startsWith('2');
    return {
      number: containerNumber(
        prefix,
        containerSerial(sailings.network, key, i),
        disorder.identity === 'checkDigit' && i === 0,
      ),
      isoCode,
      sealNumber: `${carrier.scac.slice(0, 2)}${random.int(1_000_000, 9_999_999)}`,
      grossWeightKg: random.int(small ? 6_000 : 9_000, small ? 21_500 : 27_500),
      volumeM3: random.int(small ? 180 : 400, small ? 330 : 690) / 10,
    };
  });
}

function orderNumber(tenantCode: string, bookedAt: Instant, key: ShipmentKey): string {
  const date = toIsoText(bookedAt).slice(2, 10).replaceAll('-', '');
  return `${tenantCode.slice(0, 2)}${date}-${shipmentIndex(key).toString(36).toUpperCase()}`;
}

/** What a customer booked: direct, from one call of the sailing to a later one. */
export type BookedPlan = {
  from: number;
  to: number;
  bookedAt: Instant;
  confirmedAt: Instant;
  isoCodes: readonly string[];
};

/** Plans what a customer booked: route, moments and containers are the customer's, the rest is as it comes. */
export function planBooked(sailings: Sailings, seed: string, key: ShipmentKey, booked: BookedPlan): ShipmentPlan {
  const plan = planShipment(sailings, seed, key);
  const { carrier } = plan;
  const random = createRandom(`${seed}/booked/${key.service}/${key.week}/${key.seq}`);
  const pattern = itemAt(plan.containers, 0);
  return {
    ...plan,
    byContainer: false,
    direction: portAt(sailings.serviceAt(key.service), booked.to).country === 'CN' ? 'I' : 'E',
    bookedAt: booked.bookedAt,
    confirmedAt: booked.confirmedAt,
    legs: [{ service: key.service, week: key.week, from: booked.from, to: booked.to }],
    containers: booked.isoCodes.slice(0, MAX_CONTAINERS).map((isoCode, index) => ({
      ...pattern,
      number: containerNumber(carrier.prefixes[0] ?? '', containerSerial(sailings.network, key, index), false),
      isoCode,
      sealNumber: `${carrier.scac.slice(0, 2)}${random.int(1_000_000, 9_999_999)}`,
    })),
    disorder: { ...plan.disorder, identity: undefined },
  };
}

/** What can go wrong between ports of one country: no customs, and the aggregator is not asked about them. */
const withinCountry = (drawn: Disorder): Disorder => ({
  ...drawn,
  cargo: drawn.cargo === 'customsHold' ? undefined : drawn.cargo,
  aggregator: undefined,
});

/** Plans one booking of a sailing; the same (seed, key) gives the same booking. */
export function planShipment(sailings: Sailings, seed: string, key: ShipmentKey): ShipmentPlan {
  const service = sailings.serviceAt(key.service);
  const random = createRandom(`${seed}/shipment/${service.code}/${key.week}/${key.seq}`);
  const fate = random.fork('fate');
  const drawn: Disorder = {
    cargo: drawCause(cargoRates, fate.next()),
    report: drawCause(reportRates, fate.next()),
    identity: drawCause(identityRates, fate.next()),
    aggregator: drawCause(aggregatorRates, fate.next()),
  };
  const disorder = service.domestic ? withinCountry(drawn) : drawn;
  const legs = planLegs(sailings, key, random);
  const [first, last] = endLegs(legs);
  const departure = sailings.call(first.service, first.week, first.from).plannedDeparture;
  const bookedAt = Math.round(departure / 60_000) * 60_000 - random.int(8 * 24 * 60, 10 * 24 * 60) * 60_000;
  const inbound = portAt(sailings.serviceAt(last.service), last.to).country === 'CN';
  const tenantCode = random.weighted([
    ['ALPHA', 55],
    ['BETA', 40],
    ['GAMMA', 5],
  ] as const);
  return {
    key,
    billNo: billNumber(service.carrier.scac, key),
    bookingNo: bookingNumber(key),
    orderNo: orderNumber(tenantCode, bookedAt, key),
    carrier: service.carrier,
    domestic: service.domestic,
    tenantCode,
    direction: inbound ? 'I' : 'E',
    byContainer: random.chance(0.15),
    bookedAt,
    confirmedAt: bookedAt + random.int(60, 480) * 60_000,
    legs,
    containers: planContainers(sailings, key, disorder, random),
    disorder,
  };
}

/** How many bookings a sailing has: the service's mean, a third more or less. */
export function bookingsOf(service: Service, seed: string, week: number): number {
  const random = createRandom(`${seed}/bookings/${service.code}/${week}`);
  return Math.max(1, Math.round(service.bookings * random.between(0.67, 1.33)));
}

import { readFileSync } from 'node:fs';
import { parseRoadSites } from '#shared/reference/road.ts';
import { HOUR_MS, type Instant, MINUTE_MS, toIsoText } from '#shared/time/instant.ts';
import { listTrucks, type Round, roundAt, type Truck, warmShares } from '../vehicles/trucks.ts';
import type { LandCause } from './daily.ts';

/** Every third truck takes orders that are followed, and those for goods that have to be kept cold. */
const EVERY = 3;
/** Trucks that bring goods to trains: each of their ways is followed. */
const TO_STATION = 'YWDC';
/** A truck so far beside its way has left it. */
const CORRIDOR_KM = 15;
/** Longest wait at a stop before it counts as dwelling. */
const DWELL_MS = 6 * HOUR_MS;

/** Devices tell whole degrees, cargo is kept at five and bears eight: so much above is reported as too warm, for so long it is a gap. */
const COLD_MARGIN = 3.5;
const COLD_GAP_MS = HOUR_MS;

/** An order of a truck: one way out to the far end of its round. */
export type RoadOrder = {
  orderNo: string;
  truck: Truck;
  round: Round;
  bookedAt: Instant;
  causes: readonly LandCause[];
};

/** Zones of the sites, by code. */
const zones = new Map(
  parseRoadSites(readFileSync(new URL('../../../seeds/road-sites.csv', import.meta.url), 'utf8')).map((site) => [
    site.code,
    site.zone,
  ]),
);

/** Stretches of a round during which the truck is farther beside its way than its corridor is wide. */
function offRouteOf({ leaves, rests, goesOn, reaches, disorder }: Round): { from: Instant; to: Instant } | undefined {
  if (disorder.detourKm <= CORRIDOR_KM) return undefined;
  const share = Math.asin(CORRIDOR_KM / disorder.detourKm) / Math.PI;
  return { from: leaves + (rests - leaves) * 2 * share, to: goesOn + (reaches - goesOn) * 2 * (0.5 - share) };
}

/** When the device of the truck measures more than the cargo bears on the way out, where that lasts. */
function warmOf(round: Round) {
  const { warmBy } = round.disorder;
  if (warmBy <= COLD_MARGIN) return undefined;
  const shares = warmShares(COLD_MARGIN / warmBy);
  const [from, to] = [passes(round, shares[0]), passes(round, shares[1])];
  return to - from > COLD_GAP_MS ? { from, to } : undefined;
}

function causesOf(round: Round, { row }: Truck): LandCause[] {
  const warm = row.kind === 'REEFER' ? warmOf(round) : undefined;
  const off = offRouteOf(round);
  const dwells = round.returns - round.reaches > DWELL_MS;
  return [
    ...(off === undefined ? [] : [{ code: 'ROAD_OFF_ROUTE', from: off.from, to: off.to }]),
    ...(warm === undefined ? [] : [{ code: 'ROAD_COLD_CHAIN', from: warm.from + COLD_GAP_MS, to: round.reaches }]),
    ...(dwells ? [{ code: 'ROAD_STOP_DWELL', from: round.reaches + DWELL_MS, to: round.returns }] : []),
  ];
}

const isOwn = ({ row }: Truck): boolean => row.sites.at(-1) !== TO_STATION;

/** Orders of the world's trucks, by number or plate, and by time. */
export function createRoadOrders(seed: string) {
  const [all, toStation] = [listTrucks().filter(isOwn), listTrucks().filter((truck) => !isOwn(truck))];
  const trucks = [
    ...all.filter((_, index) => index % EVERY === 0),
    // Goods that have to be kept cold are followed on every truck; added behind the others, whose numbers stay.
    ...all.filter(({ row }, index) => index % EVERY !== 0 && row.kind === 'REEFER'),
    ...toStation,
  ];
  const orderOf = (truck: Truck, at: Instant): RoadOrder => {
    const round = roundAt(seed, truck, at);
    const index = trucks.indexOf(truck);
    const orderNo = `RO${String(index).padStart(2, '0')}${String(round.round).padStart(6, '0')}`;
    return { orderNo, truck, round, bookedAt: Math.ceil(round.begins), causes: causesOf(round, truck) };
  };
  return {
    find(number: string, now: Instant): RoadOrder | undefined {
      const byPlate = trucks.find(({ row }) => row.plate === number);
      if (byPlate !== undefined) return orderOf(byPlate, now);
      const [, index, round] = /^RO(\d{2})(\d{6})$/.exec(number) ?? [];
      const truck = trucks[Number(index)];
      if (truck === undefined || round === undefined) return undefined;
      const here = roundAt(seed, truck, now);
      const period = roundAt(seed, truck, here.begins - 1).begins;
      return orderOf(truck, here.begins + (Number(round) - here.round) * (here.begins - period) + MINUTE_MS);
    },
    /** The last order whose goods are at the station by a moment. */
    toStation(at: Instant): RoadOrder | undefined {
      const [truck] = toStation;
      if (truck === undefined) return undefined;
      const order = orderOf(truck, at);
      return order.round.returns <= at ? order : orderOf(truck, order.round.begins - 1);
    },
    /** Those that were given between two moments, oldest first. */
    booked(from: Instant, to: Instant): RoadOrder[] {
      return trucks
        .flatMap((truck) => {
          const own: RoadOrder[] = [];
          for (let at = to; at >= from;) {
            const order = orderOf(truck, at);
            own.push(order);
            at = order.round.begins - 1;
          }
          return own;
        })
        .filter(({ bookedAt }) => bookedAt >= from && bookedAt <= to)
        .toSorted((a, b) => a.bookedAt - b.bookedAt);
    },
  };
}

/** When the truck passes a site of its way, by the share of the way it lies at. */
function passes({ leaves, rests, goesOn, reaches }: Round, share: number): Instant {
  return share <= 0.5 ? leaves + (rests - leaves) * 2 * share : goesOn + (reaches - goesOn) * (2 * share - 1);
}

/** An order as the haulier's fleet system tells it now: stops as planned and as the fences saw the truck. */
export function toFleetAnswer({ orderNo, truck, round, bookedAt }: RoadOrder, now: Instant): object {
  const known = (at: Instant): string | undefined =>
    at <= now ? toIsoText(Math.floor(at / 1_000) * 1_000) : undefined;
  const plan = (at: Instant): string => toIsoText(Math.floor(at / MINUTE_MS) * MINUTE_MS);
  const { sites } = truck.row;
  const off = offRouteOf(round);
  const stops = sites.map((siteCode, index) => {
    const [isFirst, isLast] = [index === 0, index === sites.length - 1];
    const at = passes(round, (truck.sums[index] ?? 0) / truck.nm);
    const [entered, left] = isFirst
      ? [round.begins, round.leaves]
      : isLast
        ? [round.reaches, round.returns]
        : [at - MINUTE_MS, at + MINUTE_MS];
    // Beside its way a truck comes into no fence: the stop is left out.
    const isPassed = off === undefined || entered < off.from || entered > off.to;
    return {
      siteCode,
      zone: zones.get(siteCode),
      plannedArrival: plan(isFirst ? bookedAt : at),
      plannedDeparture: plan(isFirst ? round.leaves : isLast ? round.reaches + 2 * HOUR_MS : at),
      enteredAt: isPassed ? known(entered) : undefined,
      leftAt: isPassed ? known(left) : undefined,
    };
  });
  const [home, end] = [sites[0], sites.at(-1)];
  const events = (
    [
      ['ASSIGNED', bookedAt, home, ''],
      ['LOADED', round.leaves - 10 * MINUTE_MS, home, ''],
      ...(off === undefined
        ? []
        : ([
            ['OFF_ROUTE', off.from, undefined, `${Math.round(round.disorder.detourKm)} km`],
            ['ON_ROUTE', off.to, undefined, ''],
          ] as const)),
      ['UNLOADED', round.returns - 20 * MINUTE_MS, end, ''],
      ['SIGNED', round.returns - 5 * MINUTE_MS, end, ''],
    ] as const
  ).filter(([, at]) => at <= now);
  return {
    orderNo,
    plateNo: truck.row.plate,
    pieces: 1,
    stops,
    events: events.map(([type, at, siteCode, text]) => ({ type, at: known(at), siteCode, text })),
  };
}

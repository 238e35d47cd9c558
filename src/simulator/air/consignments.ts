import { createRandom, type Random } from '#shared/random/prng.ts';
import { buildAirWaybill } from '#shared/ids/air-waybill.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { createBoundedCache } from '../bounded-cache.ts';
import { type ExtraBookings, none } from '../land/daily.ts';
import { airlines, type Flight, flightPlans, nextFlight, type WorldAirline } from './flights.ts';

/** What the world did to a consignment, and which exceptions that has to raise while it lasts. */
export type AirCause = {
  kind: 'offloaded' | 'split' | 'shortShipped' | 'missedConnection' | 'customsHold';
  code: string;
  from: Instant;
  to: Instant;
};

/** One status of a consignment: what happened, and when the airline lets others know. */
export type AirStatus = {
  code: string;
  at: Instant;
  /** `planned` of bookings: nothing has happened yet. */
  isPlan: boolean;
  airport: string;
  flight: Flight | null;
  pieces: number;
  discrepancy: string | null;
  publishedAt: Instant;
};

/** A consignment of the world with its true life. */
export type Consignment = {
  waybill: string;
  airline: WorldAirline;
  tenantCode: string;
  origin: string;
  destination: string;
  pieces: number;
  kgPerPiece: number;
  bookedAt: Instant;
  endsAt: Instant;
  statuses: readonly AirStatus[];
  causes: readonly AirCause[];
};

/** New consignments of an airline per day. */
const perDay = 4;
/** The world of the air begins here: serials count from this day. */
const FIRST_DAY = Date.UTC(2025, 0, 1) / DAY_MS;
const MAX_SERIALS = 9_999_999;
/** Days whose consignments are kept for the next who asks. */
const DAYS_KEPT = 90;
const tenantCodes = ['ALPHA', 'BETA', 'GAMMA'] as const;

/** Pieces that were not counted may be found in the hours after. */
const SHORT_GRACE_MS = 6 * HOUR_MS;

const toMinute = (at: Instant): Instant => Math.round(at / MINUTE_MS) * MINUTE_MS;

class Life {
  readonly statuses: AirStatus[] = [];
  readonly causes: AirCause[] = [];
  readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  report(
    code: string,
    at: Instant,
    airport: string,
    flight: Flight | null,
    pieces: number,
    more: Partial<AirStatus> = {},
  ): void {
    const late = this.random.chance(0.08)
      ? this.random.between(3, 9) * HOUR_MS
      : this.random.between(2, 25) * MINUTE_MS;
    const moment = toMinute(at);
    const publishedAt = toMinute((more.publishedAt ?? moment) + late);
    this.statuses.push({
      code,
      at: moment,
      isPlan: false,
      airport,
      flight,
      pieces,
      discrepancy: null,
      ...more,
      publishedAt,
    });
  }

  cause(kind: AirCause['kind'], code: string, from: Instant, to: Instant): void {
    this.causes.push({ kind, code, from, to });
  }

  /** Flies pieces and gives when they were counted at the other end. */
  fly(flight: Flight, pieces: number, lost = 0): Instant {
    const delay = this.random.between(-5, 50) * MINUTE_MS;
    this.report('MAN', flight.departure - 90 * MINUTE_MS, flight.from, flight, pieces);
    this.report('DEP', flight.departure + delay, flight.from, flight, pieces);
    this.report('ARR', flight.arrival + delay, flight.to, flight, pieces);
    const counted = flight.arrival + delay + this.random.between(60, 170) * MINUTE_MS;
    this.report('RCF', counted, flight.to, flight, pieces - lost);
    if (lost > 0) this.report('DIS', counted + 10 * MINUTE_MS, flight.to, flight, lost, { discrepancy: 'MSCA' });
    return toMinute(counted);
  }
}

type Plan = { first: Flight; second: Flight | undefined };

const book = (life: Life, flight: Flight, pieces: number, publishedAt: Instant): void =>
  life.report('BKD', flight.departure, flight.from, flight, pieces, { isPlan: true, publishedAt });

/** Flies the first way, with what may go wrong there; gives when all pieces were counted and when the last one was. */
function firstWay(life: Life, consignment: { pieces: number; code: string }, { first, second }: Plan): Instant {
  const { random } = life;
  const { pieces, code } = consignment;
  const later = nextFlight(code, first.from, first.to, first.departure + HOUR_MS);
  if (later !== undefined && pieces >= 4 && random.chance(0.14)) {
    const left = random.int(1, pieces - 2);
    life.report('DIS', first.departure - HOUR_MS, first.from, first, left, { discrepancy: 'OFLD' });
    book(life, later, left, first.departure);
    const one = life.fly(first, pieces - left);
    const other = life.fly(later, left);
    life.cause('offloaded', 'AIR_OFFLOADED', first.departure - HOUR_MS, later.departure);
    life.cause('split', 'AIR_SPLIT', later.departure, Math.max(one, other));
    return Math.max(one, other);
  }
  if (later !== undefined && random.chance(0.07)) {
    life.report('DIS', first.departure - HOUR_MS, first.from, first, pieces, { discrepancy: 'OFLD' });
    book(life, later, pieces, first.departure);
    life.cause('offloaded', 'AIR_OFFLOADED', first.departure - HOUR_MS, later.departure);
    return life.fly(later, pieces);
  }
  return life.fly(first, pieces, lostOf(life, consignment, second));
}

/** Pieces that are not in the plane when it is unloaded, of a consignment that goes there without a change. */
function lostOf({ random }: Life, { pieces }: { pieces: number }, second: Flight | undefined): number {
  const own = random.fork('short');
  return second === undefined && pieces >= 4 && own.chance(0.08) ? own.int(1, 2) : 0;
}

/** Flies on from the hub; a flight that had left before the goods were there is missed. */
function secondWay(life: Life, code: string, pieces: number, planned: Flight, ready: Instant): Instant {
  let flight: Flight | undefined = planned;
  if (ready > planned.departure - HOUR_MS) {
    flight = nextFlight(code, planned.from, planned.to, ready + 2 * HOUR_MS) ?? planned;
    life.cause('missedConnection', 'AIR_MISSED_CONNECTION', planned.departure, flight.departure);
    book(life, flight, pieces, ready + 2 * HOUR_MS);
  }
  return life.fly(flight, pieces);
}

function atDestination(life: Life, destination: string, pieces: number, counted: Instant, short: number): Instant {
  const { random } = life;
  life.report('AWR', counted + 20 * MINUTE_MS, destination, null, pieces);
  life.report('NFD', counted + HOUR_MS, destination, null, pieces);
  const reported = counted + random.between(2, 5) * HOUR_MS;
  const isHeld = random.chance(0.06);
  const cleared = reported + (isHeld ? random.between(60, 110) : random.between(2, 14)) * HOUR_MS;
  life.report('CRC', reported, destination, null, pieces);
  life.report('CCD', cleared, destination, null, pieces);
  if (isHeld) life.cause('customsHold', 'AIR_CUSTOMS_HOLD', reported + 24 * HOUR_MS, cleared);
  const delivered = cleared + random.between(3, 30) * HOUR_MS;
  life.report('AWD', delivered - HOUR_MS, destination, null, pieces);
  life.report('DLV', delivered, destination, null, pieces - short);
  return delivered;
}

function build(seed: string, airline: WorldAirline, day: number, number: number): Consignment | undefined {
  const random = createRandom(`${seed}/air/${airline.code}/${day}/${number}`);
  const own = flightPlans.filter((plan) => plan.airline === airline.code);
  const bookedAt = toMinute((day + random.between(0, 1)) * DAY_MS);
  const long = own.filter(({ from, minutes }) => from === airline.hub && minutes > 180);
  const feeders = own.filter(({ to, minutes }) => to === airline.hub && minutes < 180);
  const main = random.pick(long);
  const isVia = random.chance(0.45);
  const start = isVia ? random.pick(feeders) : main;
  const first = nextFlight(airline.code, start.from, start.to, bookedAt + random.between(20, 44) * HOUR_MS);
  if (first === undefined) return undefined;
  const second = isVia ? nextFlight(airline.code, main.from, main.to, first.arrival + 4 * HOUR_MS) : undefined;
  if (isVia && second === undefined) return undefined;
  const serial = (day - FIRST_DAY) * perDay + number;
  const tenantCode = itemAt(tenantCodes, (serial + airline.index) % tenantCodes.length);
  return carry({ airline, serial, tenantCode, bookedAt, first, second }, random);
}

/** What is booked with an airline. */
type Booked = {
  airline: WorldAirline;
  serial: number;
  tenantCode: string;
  bookedAt: Instant;
  first: Flight;
  second: Flight | undefined;
};

/** Goods that go on by air where they came to by other means, on the first flight after they are ready; none where none leaves. */
export function buildOnwardConsignment(
  seed: string,
  {
    from,
    to,
    ready,
    ...about
  }: Pick<Booked, 'serial' | 'tenantCode' | 'bookedAt'> & {
    from: string;
    to: string;
    ready: Instant;
  },
): Consignment | undefined {
  const airline = airlines.find(({ code }) =>
    flightPlans.some((one) => one.airline === code && one.from === from && one.to === to),
  );
  const first = airline && nextFlight(airline.code, from, to, ready);
  if (airline === undefined || first === undefined) return undefined;
  return carry({ ...about, airline, first, second: undefined }, createRandom(`${seed}/air/onward/${about.serial}`));
}

function carry({ airline, serial, tenantCode, bookedAt, first, second }: Booked, random: Random): Consignment {
  const [origin, destination] = [first.from, (second ?? first).to];
  const pieces = random.int(2, 24);
  const life = new Life(random);
  book(life, first, pieces, bookedAt);
  if (second !== undefined) book(life, second, pieces, bookedAt);
  life.report('FOH', first.departure - 14 * HOUR_MS, origin, null, pieces);
  life.report('RCS', first.departure - random.between(6, 12) * HOUR_MS, origin, null, pieces);
  let counted = firstWay(life, { pieces, code: airline.code }, { first, second });
  if (second !== undefined) counted = secondWay(life, airline.code, pieces, second, counted);
  const short = life.statuses.find(({ discrepancy }) => discrepancy === 'MSCA')?.pieces ?? 0;
  const delivered = atDestination(life, destination, pieces, counted, short);
  if (short > 0) life.cause('shortShipped', 'AIR_SHORT_SHIPPED', counted + SHORT_GRACE_MS, delivered + DAY_MS);
  return {
    waybill: buildAirWaybill(airline.prefix, serial),
    airline,
    tenantCode,
    origin,
    destination,
    pieces,
    kgPerPiece: random.int(8, 160),
    bookedAt,
    endsAt: delivered,
    statuses: life.statuses.toSorted((a, b) => a.publishedAt - b.publishedAt),
    causes: life.causes,
  };
}

/** Consignments of the world, by waybill and by time; a pure function of the seed. Further ones are parts of longer ways. */
export function createConsignments(seed: string, extra: ExtraBookings<Consignment> = none) {
  const byDay = createBoundedCache<Consignment[]>('world_consignments', DAYS_KEPT, 50_000);
  const bookedOn = (day: number): Consignment[] =>
    byDay.get(String(day), () =>
      airlines.flatMap((airline) =>
        Array.from({ length: perDay }, (_, number) => build(seed, airline, day, number) ?? []).flat(),
      ),
    );
  const find = (waybill: string): Consignment | undefined => {
    const onward = extra.find(waybill);
    if (onward !== undefined) return onward;
    const airline = airlines.find(({ prefix }) => waybill.startsWith(`${prefix}-`));
    const serial = Number(waybill.slice(4, 11));
    if (airline === undefined || !Number.isInteger(serial) || serial < 0 || serial > MAX_SERIALS) return undefined;
    const found = build(seed, airline, FIRST_DAY + Math.floor(serial / perDay), serial % perDay);
    return found?.waybill === waybill ? found : undefined;
  };
  return {
    find,
    /** Those booked within a stretch of time, oldest first. */
    booked(from: Instant, to: Instant): Consignment[] {
      const days = Array.from(
        { length: Math.max(0, Math.floor(to / DAY_MS) - Math.floor(from / DAY_MS) + 1) },
        (_, index) => Math.floor(from / DAY_MS) + index,
      );
      return days
        .filter((day) => day >= FIRST_DAY)
        .flatMap(bookedOn)
        .concat(extra.booked(from, to))
        .filter(({ bookedAt }) => bookedAt >= from && bookedAt <= to)
        .toSorted((a, b) => a.bookedAt - b.bookedAt || a.waybill.localeCompare(b.waybill, 'en'));
    },
  };
}
export type Consignments = ReturnType<typeof createConsignments>;

import { DAY_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { firstInstantOfLocal } from '#shared/time/zone.ts';

/** One leg of a flight as its airline plans it for a stretch of days; minutes are those of the local clock. */
export type PlannedLeg = {
  from: string;
  to: string;
  aircraft: string | null;
  /** Minutes after the midnight with which the day of the flight begins at its first airport; more than a day's for +1. */
  leaves: number;
  arrives: number;
  /** How long before departure the airline takes goods last; null where it does not say. */
  closesBeforeMin: number | null;
};

/** A flight on some days of the week (1 = Monday) between two days, both as the UTC midnight of the calendar day. */
export type FlightPeriod = {
  airlineCode: string;
  flightNo: string;
  first: Instant;
  last: Instant;
  days: readonly number[];
  legs: readonly PlannedLeg[];
};

/** One leg of a flight of one day. */
export type StatedLeg = {
  airlineCode: string;
  flightNo: string;
  /** Local day on which the flight leaves its first airport, as yyyy-MM-dd. */
  flightDate: string;
  legNo: number;
  from: string;
  to: string;
  aircraft: string | null;
  /** Days of the week of the flight's regular periods, as digits from 1 = Monday. */
  days: string;
  departsAt: Instant;
  arrivesAt: Instant;
  closesAt: Instant | null;
};

/** A period of fewer days is an exception of some days, which says nothing about the week. */
const regularDays = 7;

const weekdayOf = (midnight: number): number => ((Math.floor(midnight / DAY_MS) + 3) % 7) + 1;

/** The days of the week on which each flight number regularly flies: those of all its longer periods together. */
function regularDaysOf(periods: readonly FlightPeriod[]): ReadonlyMap<string, string> {
  return new Map(
    [...Map.groupBy(periods, ({ flightNo }) => flightNo)].map(([flightNo, own]) => {
      const long = own.filter(({ first, last }) => last - first >= (regularDays - 1) * DAY_MS);
      const days = new Set((long.length > 0 ? long : own).flatMap((period) => period.days));
      return [flightNo, [...days].toSorted((a, b) => a - b).join('')];
    }),
  );
}

/** The flights of single days that periods come to within a window; a day that two periods name counts as the later one says. */
export function flightsOf(
  periods: readonly FlightPeriod[],
  window: { from: Instant; to: Instant },
  zoneOf: (airport: string) => string,
): StatedLeg[] {
  const regular = regularDaysOf(periods);
  const found = new Map<string, StatedLeg>();
  for (const { airlineCode, flightNo, first, last, days, legs } of periods) {
    const start = Math.max(first, Math.floor(window.from / DAY_MS) * DAY_MS);
    for (let midnight = start; midnight <= Math.min(last, window.to); midnight += DAY_MS) {
      if (!days.includes(weekdayOf(midnight))) continue;
      const flightDate = new Date(midnight).toISOString().slice(0, 10);
      for (const [index, leg] of legs.entries()) {
        const departsAt = firstInstantOfLocal(midnight + leg.leaves * MINUTE_MS, zoneOf(leg.from));
        const arrivesAt = firstInstantOfLocal(midnight + leg.arrives * MINUTE_MS, zoneOf(leg.to));
        found.set(`${flightNo}/${flightDate}/${index + 1}`, {
          airlineCode,
          flightNo,
          flightDate,
          legNo: index + 1,
          from: leg.from,
          to: leg.to,
          aircraft: leg.aircraft,
          days: regular.get(flightNo) ?? '',
          departsAt,
          arrivesAt,
          closesAt: leg.closesBeforeMin === null ? null : departsAt - leg.closesBeforeMin * MINUTE_MS,
        });
      }
    }
  }
  return [...found.values()];
}

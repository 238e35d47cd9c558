import type { StatedLeg } from '#domain/network/flight/schedule.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { cancelLegs, type LegChange, type LegRow, listLegsOf, writeLegChanges, writeLegs } from './flight-queries.ts';

/** What an airline reported of some of its flight numbers: all their flights between two moments. */
export type ReportedFlights = {
  airlineCode: string;
  legs: readonly StatedLeg[];
  from: Instant;
  to: Instant;
  at: Instant;
};

const keyOf = (flightNo: string, flightDate: string, legNo: number): string => `${flightNo}/${flightDate}/${legNo}`;

/** Values of a leg that are kept, and whether people are notified how they change. */
function valuesOf(leg: StatedLeg): Record<string, string | null> {
  return {
    plannedDeparture: String(leg.departsAt),
    plannedArrival: String(leg.arrivesAt),
    aircraft: leg.aircraft,
    cutOff: leg.closesAt === null ? null : String(leg.closesAt),
    cancelled: 'false',
  };
}

const asStated = ({ id, cancelled, ...leg }: LegRow): StatedLeg => leg;

function changesOf(row: LegRow, now: StatedLeg): LegChange[] {
  const before: Record<string, string | null> = { ...valuesOf(asStated(row)), cancelled: String(row.cancelled) };
  return Object.entries(valuesOf(now)).flatMap(([field, value]) =>
    before[field] === value ? [] : [{ leg_id: row.id, field, old_value: before[field] ?? null, new_value: value }],
  );
}

const sameLeg = (row: LegRow, now: StatedLeg): boolean =>
  !row.cancelled && JSON.stringify(asStated(row)) === JSON.stringify({ ...asStated(row), ...now });

/**
 * Takes in what an airline tells of its flight numbers: legs with what changed. A flight to come that is not reported any more is
 * cancelled. Done twice it does nothing twice.
 */
export function takeFlights(database: Database, { airlineCode, legs, from, to, at }: ReportedFlights): Promise<void> {
  return database.transaction(async () => {
    const flightNos = [...new Set(legs.map(({ flightNo }) => flightNo))];
    const known = await listLegsOf(database, airlineCode, flightNos, { from: from - 2 * DAY_MS, to: to + 2 * DAY_MS });
    const byKey = new Map(known.map((row) => [keyOf(row.flightNo, row.flightDate, row.legNo), row]));
    const reported = new Set(legs.map((leg) => keyOf(leg.flightNo, leg.flightDate, leg.legNo)));
    const changed = legs.filter((leg) => {
      const row = byKey.get(keyOf(leg.flightNo, leg.flightDate, leg.legNo));
      return row === undefined || !sameLeg(row, leg);
    });
    const gone = known.filter(
      (row) =>
        !row.cancelled &&
        row.departsAt > Math.max(at, from) &&
        row.departsAt < to - DAY_MS &&
        !reported.has(keyOf(row.flightNo, row.flightDate, row.legNo)),
    );
    await writeLegs(database, changed, at);
    await cancelLegs(
      database,
      gone.map(({ id }) => id),
      at,
    );
    const changes = changed.flatMap((leg) => {
      const row = byKey.get(keyOf(leg.flightNo, leg.flightDate, leg.legNo));
      return row === undefined ? [] : changesOf(row, leg);
    });
    const cancelled = gone.map(({ id }) => ({ leg_id: id, field: 'cancelled', old_value: 'false', new_value: 'true' }));
    await writeLegChanges(database, [...changes, ...cancelled], at);
  });
}

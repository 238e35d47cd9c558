import type { CallData } from '#contract/index.ts';
import { addLocalDays, localDayStart } from '#shared/time/zone.ts';
import type { Instant } from '#shared/time/instant.ts';
import { localDay } from '#shared/time/day.ts';

type Overview = CallData<'overview'>;

/** A sum of what is kept about exceptions; instants are hours. */
export type Tally = {
  kind: 'type' | 'open' | 'opened' | 'handled' | 'gone';
  type_code: string | null;
  handle_status: number | null;
  assigned: boolean | null;
  at: Instant | null;
  n: number;
};

type Counts = { untreated: number; inProgress: number; onHold: number };
const names: Readonly<Record<number, keyof Counts>> = { 0: 'untreated', 1: 'inProgress', 4: 'onHold' };
const none = (): Counts => ({ untreated: 0, inProgress: 0, onHold: 0 });
const totalOf = (counts: Counts): number => counts.untreated + counts.inProgress + counts.onHold;

function add(counts: Counts, { handle_status: status, n }: Tally): void {
  const name = status === null ? undefined : names[status];
  if (name !== undefined) counts[name] += n;
}

const sumOf = (rows: readonly Tally[]): number => rows.reduce((sum, row) => sum + row.n, 0);
const dayOf = (instant: Instant, zone: string): string => localDay(instant, zone);

/** Ages in local days: from the first day ago up to and with the last one. */
const ageGroups = [
  ['today', 0, 0],
  ['yesterday', 1, 1],
  ['week', 2, 6],
  ['twoWeeks', 7, 13],
  ['month', 14, 29],
  ['older', 30, undefined],
] as const;

const shownDays = 14;

/** Open exceptions by age, in groups of local days. */
export function agesOf(rows: readonly Tally[], now: Instant, zone: string): Overview['ages'] {
  const today = localDayStart(now, zone);
  const startOf = (daysAgo: number): Instant => localDayStart(addLocalDays(today, -daysAgo, zone), zone);
  return ageGroups.map(([key, youngest, oldest]) => {
    const from = oldest === undefined ? Number.NEGATIVE_INFINITY : startOf(oldest);
    // What the clock of a source puts into the future is of today.
    const to = youngest === 0 ? Number.POSITIVE_INFINITY : startOf(youngest - 1);
    const counts = none();
    for (const row of rows) if (row.at !== null && row.at >= from && row.at < to) add(counts, row);
    return {
      key,
      from: oldest === undefined ? null : dayOf(from, zone),
      to: dayOf(startOf(youngest), zone),
      ...counts,
      total: totalOf(counts),
    };
  });
}

/** What happened on each of the last days, oldest first. */
export function daysOf(rows: readonly Tally[], now: Instant, zone: string): Overview['days'] {
  const today = localDayStart(now, zone);
  const days = Array.from({ length: shownDays }, (_, index) => ({
    day: dayOf(addLocalDays(today, index - shownDays + 1, zone), zone),
    opened: 0,
    handled: 0,
    gone: 0,
  }));
  const byDay = new Map(days.map((day) => [day.day, day]));
  for (const { kind, at, n } of rows) {
    if (at === null || (kind !== 'opened' && kind !== 'handled' && kind !== 'gone')) continue;
    const day = byDay.get(dayOf(at, zone));
    if (day !== undefined) day[kind] += n;
  }
  return days;
}

/** Open exceptions by type, most first. */
function typesOf(rows: readonly Tally[], nameOf: (code: string) => string): Overview['types'] {
  const types = new Map<string, Counts>();
  for (const row of rows) {
    if (row.type_code === null || row.handle_status === null || !(row.handle_status in names)) continue;
    const counts = types.get(row.type_code) ?? none();
    add(counts, row);
    types.set(row.type_code, counts);
  }
  return [...types]
    .map(([code, counts]) => ({
      testPurpose: code,
      testPurposeName: nameOf(code),
      ...counts,
      total: totalOf(counts),
    }))
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total || a.testPurpose.localeCompare(b.testPurpose));
}

/** All figures about exceptions that are kept as sums. */
export function exceptionFigures(
  rows: readonly Tally[],
  { now, zone, nameOf }: { now: Instant; zone: string; nameOf: (code: string) => string },
): Pick<Overview, 'open' | 'states' | 'types' | 'ages' | 'days'> {
  const of = (kind: Tally['kind']): Tally[] => rows.filter((row) => row.kind === kind);
  const [types, open] = [of('type'), of('open')];
  const counts = none();
  for (const row of open) add(counts, row);
  const states = Map.groupBy(types, (row) => row.handle_status ?? 0);
  return {
    open: { ...counts, total: totalOf(counts), unassigned: sumOf(open.filter((row) => row.assigned === false)) },
    states: [...states]
      .map(([status, group]) => ({ handleStatus: String(status), count: sumOf(group) }))
      .toSorted((a, b) => Number(a.handleStatus) - Number(b.handleStatus)),
    types: typesOf(types, nameOf),
    ages: agesOf(open, now, zone),
    days: daysOf(rows, now, zone),
  };
}

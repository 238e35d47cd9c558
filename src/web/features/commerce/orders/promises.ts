import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { dayAt, latestOf } from '#shared/time/day.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import type { StripSpan } from '#web/kit/chart/time-strip.ts';
import { bestTimeOf } from '#web/kit/value/known-time.ts';
import type { Movement, OrderDetail } from './order-context.ts';

type Line = Pick<OrderDetail['lines'][number], 'lineNo' | 'promisedOn' | 'expectedTime' | 'stage'>;
type Carried = Pick<Movement, 'lineNos' | 'legs' | 'units'>;

/** What was promised and is expected of a line: both on one axis, and how many days lie between. */
export type LinePromise = {
  promised: StripSpan | undefined;
  /** Transport, and from the arrival to delivery; none while nobody knows when it comes. */
  expected: StripSpan[];
  /** Whole days after the promised day, below 0 before it; undefined while unknown. */
  lateDays: number | undefined;
};

/** From the first departure to the last arrival of what carries a line; undefined while one of them is not known. */
function carriageOf(lineNo: string, movements: readonly Carried[]): { from: Instant; to: Instant } | undefined {
  const own = movements.filter(({ lineNos }) => lineNos.includes(lineNo));
  const [starts, ends] = [
    own.flatMap(({ legs }) => bestTimeOf({ estimated: legs[0]?.etd, actual: legs[0]?.atd })?.instant ?? []),
    own.flatMap(({ legs }) => bestTimeOf({ estimated: legs.at(-1)?.eta, actual: legs.at(-1)?.ata })?.instant ?? []),
  ];
  if (starts.length === 0 || ends.length < own.length) return undefined;
  return { from: Math.min(...starts), to: Math.max(...ends) };
}

/** Whether a shipment of the line tells that something happened at the moment; else the server has worked it out. */
const isReported = (lineNo: string, movements: readonly Carried[], at: Instant): boolean =>
  movements.some(
    ({ lineNos, legs, units }) =>
      lineNos.includes(lineNo) &&
      (legs.at(-1)?.ata === at ||
        units.some(({ stages }) => stages.some(({ milestones }) => milestones.some(({ actual }) => actual === at)))),
  );

/** A part up to now has happened. */
function partsOf(from: Instant, to: Instant, now: Instant, part: Pick<StripSpan, 'name' | 'slim'>): StripSpan[] {
  if (to <= from) return [];
  return [
    ...(from < now ? [{ kind: 'actual' as const, from, to: Math.min(to, now), ...part }] : []),
    ...(to > now ? [{ kind: 'estimated' as const, from: Math.max(from, now), to, ...part }] : []),
  ];
}

/** Promise and expectation of a line; days are those of the destination. */
export function promiseOf(
  line: Line,
  movements: readonly Carried[],
  zone: string | null,
  now: Instant,
  words: { promised: string; carriage: string; delivery: string },
): LinePromise {
  const day = dayAt(line.promisedOn, zoneOfPlace(zone));
  const promised: StripSpan | undefined =
    day === undefined ? undefined : { kind: 'planned', from: day, name: words.promised };
  const { expectedTime: expected } = line;
  if (expected === null) return { promised, expected: [], lateDays: undefined };
  const carriage = carriageOf(line.lineNo, movements);
  const isDelivered = line.stage === 'delivered';
  const hasHappened = isDelivered && isReported(line.lineNo, movements, expected);
  const moment: StripSpan = { kind: hasHappened ? 'actual' : 'estimated', from: expected };
  const arrives = carriage === undefined ? undefined : Math.min(carriage.to, expected);
  return {
    promised,
    expected: [
      ...(carriage === undefined || arrives === undefined
        ? []
        : [
            ...partsOf(carriage.from, arrives, now, { name: words.carriage, slim: true }),
            // Until a delivery that is worked out nothing is known to have happened after the arrival.
            ...partsOf(arrives, expected, isDelivered && !hasHappened ? arrives : now, { name: words.delivery }),
          ]),
      moment,
    ],
    lateDays: day === undefined ? undefined : Math.ceil((expected - latestOf(day)) / DAY_MS),
  };
}

import type { CallData } from '#contract/index.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { bestTimeOf } from '#web/kit/value/known-time.ts';

type Leg = CallData<'sailingGet'>['legs'][number];

/** A part of the axis in percent. */
export type Span = { start: number; width: number };

export type TimelineLeg = {
  ride: Span;
  /** Calls on the way, with their ports. */
  stays: { portCode: string; span: Span }[];
  /** Time in the port of transhipment before this leg; undefined for the first one. */
  wait: { portCode: string; span: Span; days: number } | undefined;
};

export type Timeline = { legs: TimelineLeg[]; ticks: { day: number; at: number }[] };

const steps = [1, 2, 5, 7, 14, 28];
const maxTicks = 8;

/** Legs of a way on one axis from the first departure to the last arrival; undefined where a time is not known. */
export function timelineOf(legs: readonly Leg[]): Timeline | undefined {
  const ends = legs.map(({ stops }) => ({
    portCode: stops[0]?.portCode ?? '',
    from: bestTimeOf(stops[0]?.departure ?? {})?.instant,
    to: bestTimeOf(stops.at(-1)?.arrival ?? {})?.instant,
  }));
  const [from, to] = [ends[0]?.from, ends.at(-1)?.to];
  if (from === undefined || to === undefined || to <= from) return undefined;
  const placeOf = (at: Instant): number => ((at - from) / (to - from)) * 100;
  const spanOf = (start: Instant, end: Instant): Span => ({
    start: placeOf(start),
    width: placeOf(end) - placeOf(start),
  });
  const shown: TimelineLeg[] = [];
  for (const [index, leg] of legs.entries()) {
    const end = ends[index];
    if (end?.from === undefined || end.to === undefined || end.to < end.from) return undefined;
    const before = ends[index - 1]?.to;
    shown.push({
      ride: spanOf(end.from, end.to),
      stays: leg.stops.slice(1, -1).flatMap(({ portCode, omitted, arrival, departure }) => {
        const [comes, leaves] = [bestTimeOf(arrival)?.instant, bestTimeOf(departure)?.instant];
        if (omitted || comes === undefined || leaves === undefined || leaves < comes) return [];
        return [{ portCode, span: spanOf(comes, leaves) }];
      }),
      wait:
        before === undefined || before > end.from
          ? undefined
          : {
              portCode: end.portCode,
              span: spanOf(before, end.from),
              days: Math.round(((end.from - before) / DAY_MS) * 10) / 10,
            },
    });
  }
  const days = (to - from) / DAY_MS;
  const step = steps.find((size) => days / size <= maxTicks) ?? Math.ceil(days / maxTicks);
  const ticks = Array.from({ length: Math.floor(days / step) + 1 }, (_, index) => index * step)
    .map((day) => ({ day, at: (day / days) * 100 }))
    // A name at the very end has no room.
    .filter(({ at }) => at <= 92);
  return { legs: shown, ticks };
}

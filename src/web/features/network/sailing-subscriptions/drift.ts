import type { Instant } from '#shared/time/instant.ts';
import { bestTimeOf, type EventTimes } from '#web/kit/value/known-time.ts';

/** Which end of the way a time is of; it is the end of the names of its values, such as `estimatedArrival`. */
export type Turn = 'Arrival' | 'Departure';
export const turns = ['Arrival', 'Departure'] as const satisfies readonly Turn[];

/** What was known from `at` on. */
export type DriftPoint = { at: Instant; value: Instant };

type Change = { time: Instant; field: string; oldValue: string | null };

const kinds = ['planned', 'estimated', 'actual'] as const;
const instantOf = (text: string | null): Instant | null => (text === null ? null : Number(text));

/**
 * How the time that counts moved, the oldest first: what is known now, with the changes (the newest first) taken back one by one.
 * `since` is when the first value held already; without any value there is nothing.
 */
export function driftOf(now: EventTimes, changes: readonly Change[], turn: Turn, since: Instant): DriftPoint[] {
  const times: EventTimes = { ...now };
  const back: DriftPoint[] = [];
  const note = (at: Instant): void => {
    const value = bestTimeOf(times)?.instant;
    if (value !== undefined) back.push({ at, value });
  };
  for (const { time, field, oldValue } of changes) {
    const kind = kinds.find((one) => field === `${one}${turn}`);
    if (kind === undefined) continue;
    note(time);
    times[kind] = instantOf(oldValue);
  }
  note(since);
  return back.toReversed().filter(({ value }, index, all) => value !== all[index - 1]?.value);
}

/** By how much the last time is later than the first, in ms; undefined where it is not known twice. */
export const shiftOf = (points: readonly DriftPoint[]): number | undefined => {
  const [first, last] = [points[0], points.at(-1)];
  return first === undefined || last === undefined ? undefined : last.value - first.value;
};

import { HOUR_MS, type Instant } from '#shared/time/instant.ts';

/** A call that is over: its plan, and when she came as positions and as the carrier tell. */
export type PastCall = { omitted: boolean; planned: Instant | null; reported: Instant | null; seen: Instant | null };

/** How well arrivals kept to their plan. */
export type Reliability = {
  calls: number;
  seen: number;
  onTime: number;
  omitted: number;
  medianDelayHours: number | null;
};

/** Later than this is not on time any more. */
const onTimeMs = 24 * HOUR_MS;
/** A stay seen at another time than reported may be another stay. */
const sameStayMs = 36 * HOUR_MS;

const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  // With an odd count both are the middle one.
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
};

/** What really happened against what was planned: positions count before what the carrier tells, calls left out are not on time. */
export function judgeReliability(past: readonly PastCall[]): Reliability {
  const made = past.flatMap(({ omitted, planned, reported, seen }) => {
    if (omitted || planned === null) return [];
    const isSeen = seen !== null && (reported === null || Math.abs(seen - reported) <= sameStayMs);
    const came = isSeen ? seen : reported;
    return came === null ? [] : [{ isSeen, delayMs: came - planned }];
  });
  const omitted = past.filter((call) => call.omitted).length;
  const delay = median(made.map(({ delayMs }) => delayMs));
  return {
    calls: made.length + omitted,
    seen: made.filter(({ isSeen }) => isSeen).length,
    onTime: made.filter(({ delayMs }) => delayMs <= onTimeMs).length,
    omitted,
    medianDelayHours: delay === null ? null : Math.round((delay / HOUR_MS) * 10) / 10,
  };
}

import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { EtaPrediction } from './eta.ts';

/** No container ship is faster than this over any distance, and none that goes somewhere is slower. */
const fastestKn = 25;
const slowestKn = 9;
/** Time in ports and before them: at the end of the way, and for every so many miles on it. */
const waitAtEndMs = 2 * DAY_MS;
const waitOnWayMs = DAY_MS;
const milesOfWait = 500;

/**
 * Whether an arrival is possible at all: not faster than ships are, and not later than the slowest one with a wait for the berth
 * and calls on the way. What lies outside comes from something that is not known (a voyage taken for another, a ship that drifts).
 */
export function isPlausible({ eta, leftNm }: Pick<EtaPrediction, 'eta' | 'leftNm'>, at: Instant): boolean {
  const remainingMs = eta - at;
  const least = (leftNm / fastestKn) * HOUR_MS;
  const limit = (leftNm / slowestKn) * HOUR_MS + waitAtEndMs + (leftNm / milesOfWait) * waitOnWayMs;
  return remainingMs >= least && remainingMs <= limit;
}

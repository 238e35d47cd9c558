import type { Instant } from '#shared/time/instant.ts';
import { addLocalDays, localDayEnd } from '#shared/time/zone.ts';

/** How long a box may stay without charge: the end of its last free day at the place. */
export type FreeTime = { startedAt: Instant; lastFreeDayEndsAt: Instant };

/**
 * Free time from a discharge or gate-out, counted in calendar days of the place: the day of the move is day 0 and the
 * last free day ends at its midnight. Throws RangeError for an unknown zone.
 */
export function freeTimeFrom(startedAt: Instant, freeDays: number, zone: string): FreeTime {
  const days = Math.max(0, Math.floor(freeDays));
  return { startedAt, lastFreeDayEndsAt: localDayEnd(addLocalDays(startedAt, days, zone), zone) };
}

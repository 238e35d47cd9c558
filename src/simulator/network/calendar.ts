import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import type { Service } from './types.ts';

/** Length of a week in milliseconds. */
export const WEEK_MS = 7 * DAY_MS;
/** Monday 2020-01-06 00:00 UTC, the start of week 0 of the world. */
const WEEK_ZERO: Instant = Date.UTC(2020, 0, 6);
/** Weeks the world can count: numbers of bills have room for so many (to the year 2096). */
export const WEEK_LIMIT = 4_000;

/** The number of the week an instant lies in. */
export function weekOf(instant: Instant): number {
  return Math.floor((instant - WEEK_ZERO) / WEEK_MS);
}

/** Start of a sailing: the planned arrival at its first port. */
export function sailingStart(service: Service, week: number): Instant {
  return WEEK_ZERO + week * WEEK_MS + service.startHours * HOUR_MS;
}

function pad2(value: number): string {
  return String(value).padStart(2, '0');
}

/** Outbound and return voyage numbers of a sailing, such as 612W and 613E: last digit of the year, week, direction. */
export function voyageNumbers(service: Service, week: number): { outbound: string; inbound: string } {
  const label = (weekNumber: number, letter: string): string => {
    const start = new Date(sailingStart(service, weekNumber));
    const yearStart = Date.UTC(start.getUTCFullYear(), 0, 1);
    const ofYear = 1 + Math.floor((start.getTime() - yearStart) / WEEK_MS);
    return `${start.getUTCFullYear() % 10}${pad2(ofYear)}${letter}`;
  };
  return { outbound: label(week, service.letters[0]), inbound: label(week + 1, service.letters[1]) };
}

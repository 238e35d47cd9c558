import { DAY_MS } from '#shared/time/instant.ts';

/** Ready-made ranges: this many days up to and including today. */
export const RANGE_PRESETS = [1, 3, 7, 30, 90] as const;

/** A calendar day of the reader as `yyyy-MM-dd`. */
function dayText(instant: number): string {
  const date = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The last `days` days, today included. */
export function lastDays(days: number, now: number): { from: string; to: string } {
  return { from: dayText(now - (days - 1) * DAY_MS), to: dayText(now) };
}

import { DAY_MS, type Instant } from '#shared/time/instant.ts';

/**
 * The moment that a master means by month, day, hour and minute in UTC ("05-15 14:00"): of the years about, the one that is
 * nearest to when it was stated. Undefined for a day that does not exist.
 */
export function masterEtaAt(text: string, statedAt: Instant): Instant | undefined {
  const match = /^(\d\d)-(\d\d) (\d\d):(\d\d)$/.exec(text);
  if (match === null) return undefined;
  const [month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  // 24:60 stands for "not available".
  if (hour > 23 || minute > 59) return undefined;
  const year = new Date(statedAt).getUTCFullYear();
  const moments = [year - 1, year, year + 1]
    .map((one) => new Date(Date.UTC(one, month - 1, day, hour, minute)))
    .filter((date) => date.getUTCMonth() === month - 1 && date.getUTCDate() === day)
    .map(Number);
  const nearest = moments.toSorted((a, b) => Math.abs(a - statedAt) - Math.abs(b - statedAt))[0];
  return nearest === undefined || Math.abs(nearest - statedAt) > 200 * DAY_MS ? undefined : nearest;
}

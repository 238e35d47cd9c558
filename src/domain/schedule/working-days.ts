import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { zoneOffsetMs } from '#shared/time/zone.ts';

/** Which days count: a weekly rule with its exceptions (public holidays, and days worked in their place). */
export type WorkingDays = {
  /** Days of the week that are free, 1 = Monday to 7 = Sunday. */
  readonly freeWeekdays: ReadonlySet<number>;
  /** Single days (`yyyy-MM-dd`) that are worked or free whatever their day of the week. */
  readonly days: ReadonlyMap<string, 'working' | 'free'>;
};

/** The local calendar day of an instant, `yyyy-MM-dd`. */
const localDay = (at: Instant, zone: string): string =>
  new Date(at + zoneOffsetMs(at, zone)).toISOString().slice(0, 10);

/** Whether the local day of an instant is a working day. Without a calendar every day is. */
export function isWorkingDay(calendar: WorkingDays | undefined, at: Instant, zone: string): boolean {
  if (calendar === undefined) return true;
  const single = calendar.days.get(localDay(at, zone));
  if (single !== undefined) return single === 'working';
  // 1 January 1970 was a Thursday.
  const weekday = (Math.floor((at + zoneOffsetMs(at, zone)) / DAY_MS) + 3) % 7;
  return !calendar.freeWeekdays.has(weekday + 1);
}

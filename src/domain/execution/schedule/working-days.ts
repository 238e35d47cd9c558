import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { addLocalDays, localDayStart, zoneOffsetMs } from '#shared/time/zone.ts';

/** Which days count: a weekly rule with its exceptions (public holidays, and days worked in their place). */
export type WorkingDays = {
  /** Days of the week that are free, 1 = Monday to 7 = Sunday. */
  readonly freeWeekdays: ReadonlySet<number>;
  /** Single days (`yyyy-MM-dd`) that are worked or free whatever their day of the week. */
  readonly days: ReadonlyMap<string, 'working' | 'free'>;
};

/** Working days as a calendar stores them: free days of the week comma-joined, and its special days. */
export const workingDaysFrom = (
  free: string | null,
  days: readonly { day: string; working: boolean }[],
): WorkingDays => ({
  freeWeekdays: new Set((free ?? '').split(',').filter(Boolean).map(Number)),
  days: new Map(days.map(({ day, working }) => [day, working ? 'working' : 'free'])),
});

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

const week = (...free: readonly number[]): WorkingDays => ({ freeWeekdays: new Set(free), days: new Map() });
const [fridayAndSaturday, saturdayAndSunday] = [week(5, 6), week(6, 7)];
/** Countries whose week does not end with Saturday and Sunday, by ISO 3166. */
const weeksOf: Readonly<Record<string, WorkingDays>> = {
  ...Object.fromEntries(
    ['BD', 'BH', 'DZ', 'EG', 'IL', 'IQ', 'JO', 'KW', 'LY', 'MV', 'OM', 'PS', 'QA', 'SA', 'SD', 'SY', 'YE'].map(
      (country) => [country, fridayAndSaturday],
    ),
  ),
  BN: week(5, 7),
  DJ: week(5),
  IR: week(4, 5),
  NP: week(6),
};

/** A calendar for a place: a UN/LOCODE, or a country of two letters. */
export type PlaceCalendar = { tenantId: string; placeCode: string; calendar: WorkingDays };

/** Working days of a port for a tenant: by its calendar of the port, else of the country, else as the week is there usually. */
export function createPlaceCalendars(
  rows: readonly PlaceCalendar[],
): (tenantId: string, portCode: string) => WorkingDays {
  const known = new Map(rows.map(({ tenantId, placeCode, calendar }) => [`${tenantId} ${placeCode}`, calendar]));
  return (tenantId, portCode) => {
    const country = portCode.slice(0, 2);
    return (
      known.get(`${tenantId} ${portCode}`) ??
      known.get(`${tenantId} ${country}`) ??
      (Object.hasOwn(weeksOf, country) ? weeksOf[country] : undefined) ??
      saturdayAndSunday
    );
  };
}

/** When offices and terminals of a place are at work on a working day, in hours of its clock. */
const workday = { from: 8, to: 18 } as const;

/** Hours of work at a place between two moments. Throws RangeError for an unknown zone. */
export function workingHours(calendar: WorkingDays, from: Instant, to: Instant, zone: string): number {
  let hours = 0;
  for (let day = localDayStart(from, zone), next = day; day < to; day = next) {
    next = localDayStart(addLocalDays(day, 1, zone), zone);
    if (!isWorkingDay(calendar, day, zone)) continue;
    // Clocks change in the small hours: the end of the day is the nearer one to reckon from.
    const start = next - (24 - workday.from) * HOUR_MS;
    const end = next - (24 - workday.to) * HOUR_MS;
    hours += Math.max(0, Math.min(to, end) - Math.max(from, start)) / HOUR_MS;
  }
  return hours;
}

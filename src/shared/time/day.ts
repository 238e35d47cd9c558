import { HOUR_MS, type Instant, MINUTE_MS } from './instant.ts';
import { fromLocalText, toLocalText } from './zone.ts';

/**
 * A day at a place of which no time of day is known: its noon there, so that it stays that day in most
 * other zones and is sorted among times, and some milliseconds by which it is reported from times, which sources write in seconds.
 * Every offset is a multiple of a quarter of an hour.
 */
const MARK_MS = 777;
const QUARTER_MS = 15 * MINUTE_MS;
const HALF_DAY_MS = 12 * HOUR_MS;

/** The day `yyyy-MM-dd` of a zone as an instant; undefined if there is no such day or zone. */
export function dayAt(date: string, zone: string): Instant | undefined {
  const noon = fromLocalText(`${date} 12:00:00`, zone);
  return noon === undefined ? undefined : noon + MARK_MS;
}

/** Whether an instant stands for a whole day. */
export const isDay = (instant: Instant): boolean => ((instant % QUARTER_MS) + QUARTER_MS) % QUARTER_MS === MARK_MS;

/** The earliest moment that a time may mean: itself, or the beginning of its day. */
export const earliestOf = (instant: Instant): Instant => (isDay(instant) ? instant - MARK_MS - HALF_DAY_MS : instant);

/** The latest moment that a time may mean: itself, or the last millisecond of its day. */
export const latestOf = (instant: Instant): Instant => (isDay(instant) ? instant - MARK_MS + HALF_DAY_MS - 1 : instant);

/** How far two times are apart at least, in milliseconds; 0 where they may be one moment. */
export const apartMs = (a: Instant, b: Instant): number =>
  Math.max(0, earliestOf(a) - latestOf(b), earliestOf(b) - latestOf(a));

/** The calendar day `yyyy-MM-dd` of an instant in the zone. Throws RangeError for an unknown zone. */
export const localDay = (instant: Instant, zone: string): string => toLocalText(instant, zone).slice(0, 10);

/** A time as it is shown: `yyyy-MM-dd HH:mm:ss` of the zone, of a day its date only. Throws RangeError for an unknown zone. */
export const shownText = (instant: Instant, zone: string): string =>
  isDay(instant) ? localDay(instant, zone) : toLocalText(instant, zone);

import { isDay } from '#shared/time/day.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { placeTime, type PlaceTime, placeTimeText } from '#shared/time/place-time.ts';
import { ownZone } from '#web/base/zone.ts';
import { currentLang } from '#web/i18n/index.ts';

/** A moment taken apart for display. */
export type ShownTime = PlaceTime & {
  /** The same moment with seconds in UTC and in the reader's zone, for the tooltip. */
  utc: string;
  own: string;
};

/** How a moment at a place is shown; a missing or wrong zone falls back to the zone of unknown places and says so. */
export function showTime(instant: Instant, zone: string | null | undefined, readerZone = ownZone()): ShownTime {
  const lang = currentLang();
  const shown = placeTime(instant, zone, lang);
  // A day has no moment that the reader's clock shows.
  const at = (other: string): string => (isDay(instant) ? shown.full : placeTimeText(instant, other, lang, 'second'));
  return { ...shown, utc: at('UTC'), own: at(readerZone) };
}

/** A difference in days with sign and one decimal (`+2.5`); whole days have none, less than 0.05 days is `0`. */
export function formatDays(differenceMs: number): string {
  const days = Math.round((differenceMs / DAY_MS) * 10) / 10;
  if (days === 0) return '0';
  return `${days > 0 ? '+' : '−'}${Math.abs(days)}`;
}

/** How long ago (or ahead) in the largest fitting unit. */
export type Elapsed = { unit: 'now' | 'minutes' | 'hours' | 'days'; count: number; future: boolean };

/** The distance between a moment and now, rounded down; less than a minute is `now`. */
export function elapsedSince(instant: Instant, now: Instant): Elapsed {
  const distance = Math.abs(now - instant);
  const future = instant > now;
  if (distance < MINUTE_MS) return { unit: 'now', count: 0, future: false };
  if (distance < HOUR_MS) return { unit: 'minutes', count: Math.floor(distance / MINUTE_MS), future };
  if (distance < 2 * DAY_MS) return { unit: 'hours', count: Math.floor(distance / HOUR_MS), future };
  return { unit: 'days', count: Math.floor(distance / DAY_MS), future };
}

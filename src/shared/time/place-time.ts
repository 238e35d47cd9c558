import type { Lang } from '../i18n/text.ts';
import { isDay, shownText } from './day.ts';
import type { Instant } from './instant.ts';
import { isZone, zoneLabel, zoneOfUnknownPlace } from './zone.ts';

/** The zone in which times of a place are shown, entered and counted: its own, or that of unknown places where none is known. */
export const zoneOfPlace = (zone: string | null | undefined): string =>
  zone != null && isZone(zone) ? zone : zoneOfUnknownPlace;

/** Stands behind a time of a place whose zone nobody knows, in place of the mark of its zone. */
const unknownMark = { zh: '北京时间', en: 'Beijing time' } as const;

/** A moment at a place, taken apart. */
export type PlaceTime = {
  /** `yyyy-MM-dd HH:mm` of the place; of a day without a time the date. */
  text: string;
  /** `yyyy-MM-dd HH:mm:ss` of the place; of a day without a time the date. */
  full: string;
  /** Mark of the zone, such as `CST +8`; nothing for a day; words for a place without a zone. */
  mark: string;
  /** The place has no usable zone: the text is in the zone of unknown places. */
  zoneMissing: boolean;
};

/** How a moment at a place is written on pages, in rule texts, messages and files. Never throws for a missing or wrong zone. */
export function placeTime(instant: Instant, zone: string | null | undefined, lang: Lang): PlaceTime {
  const shown = zoneOfPlace(zone);
  const zoneMissing = shown !== zone;
  const full = shownText(instant, shown);
  const mark = isDay(instant) ? '' : zoneMissing ? unknownMark[lang] : zoneLabel(instant, shown);
  return { text: full.slice(0, 16), full, mark, zoneMissing };
}

/** A moment at a place in one text with its mark, to the minute unless to the second: `2026-03-01 12:00 CST +8`. */
export function placeTimeText(
  instant: Instant,
  zone: string | null | undefined,
  lang: Lang,
  to: 'minute' | 'second' = 'minute',
): string {
  const { text, full, mark } = placeTime(instant, zone, lang);
  return `${to === 'minute' ? text : full} ${mark}`.trimEnd();
}

/** A moment at a place without a mark, to the second: for the wire and for columns whose head or neighbour names the zone. */
export const placeTimeStr = (instant: Instant, zone: string | null | undefined): string =>
  shownText(instant, zoneOfPlace(zone));

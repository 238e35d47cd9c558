import type { Instant } from '../time/instant.ts';
import { parseIsoInstant } from '../time/parse-iso-instant.ts';
import { parseTimeText } from '../time/parse-time-text.ts';
import { shownText } from '../time/day.ts';
import { fromLocalText } from '../time/zone.ts';

/** A moment as a form and a file show it: local time of the zone, `yyyy-MM-dd HH:mm`, with seconds where there are any. */
export const instantText = (instant: Instant, zone: string): string =>
  shownText(instant, zone).replace(/(\d\d:\d\d):00$/, '$1');

/**
 * A local time as people write it, as ISO 8601 in UTC for the wire. What names no moment of the zone is handed back as it
 * is, for the check of the row to refuse.
 */
export function instantOnWire(text: string, zone: string): string {
  const local = parseTimeText(text);
  const instant = local === undefined ? undefined : fromLocalText(local, zone);
  return instant === undefined ? text.trim() : new Date(instant).toISOString();
}

/** What a form makes of a time once it is left: written as lists show it, or as it is when it is no time. */
export function tidyInstant(text: string, zone: string): string {
  const { instant } = parseIsoInstant(instantOnWire(text, zone));
  return instant === undefined ? text.trim() : instantText(instant, zone);
}

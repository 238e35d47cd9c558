import { addLocalDays, fromLocalText } from './zone.ts';
import { parseDateText } from './parse-time-text.ts';
import type { Instant } from './instant.ts';

/** The first instant of a day given as text (`yyyy-MM-dd` or `yyyyMMdd`) in the zone; undefined if it is no date. */
export function dayStartOfText(text: string, zone: string): Instant | undefined {
  const date = parseDateText(text);
  return date === undefined ? undefined : fromLocalText(`${date} 00:00:00`, zone);
}

/** The first instant after a day given as text: the open end of a range whose last day counts in full. */
export function dayEndOfText(text: string, zone: string): Instant | undefined {
  const date = parseDateText(text);
  if (date === undefined) return undefined;
  // From noon, so that a midnight skipped by a clock change on either day does no harm.
  const noon = fromLocalText(`${date} 12:00:00`, zone);
  if (noon === undefined) return undefined;
  const next = new Date(Date.parse(`${date}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return fromLocalText(`${next} 00:00:00`, zone) ?? addLocalDays(noon, 1, zone);
}

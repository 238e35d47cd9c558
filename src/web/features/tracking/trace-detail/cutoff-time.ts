import { parseTimeText } from '#shared/time/parse-time-text.ts';
import { fromLocalText } from '#shared/time/zone.ts';

/** A typed local time of a zone as an instant; undefined when it is none. */
export function instantOf(text: string, zone: string): number | undefined {
  const parsed = parseTimeText(text.trim());
  return parsed === undefined ? undefined : fromLocalText(parsed, zone);
}

import { fieldsAsUtc, isRealLocal } from './calendar.ts';
import { type Instant, MINUTE_MS } from './instant.ts';

/** What reading an ISO 8601 date-time gave: the instant, or why there is none. */
export type IsoInstant =
  | { readonly instant: Instant; readonly problem?: undefined }
  | { readonly instant?: undefined; readonly problem: 'malformed' | 'no_offset' };

const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

function offsetMinutes(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', '') || 0);
  if (hours > 14 || minutes > 59 || hours * 60 + minutes > 14 * 60) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * Reads an ISO 8601 date-time strictly. Impossible dates (30 February, hour 24, offset beyond 14 h) are `malformed`;
 * a real local time without an offset is `no_offset`, because guessing one moves the event by hours.
 */
export function parseIsoInstant(text: string): IsoInstant {
  const match = ISO.exec(text);
  if (match === null) return { problem: 'malformed' };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0));
  const fields = { year, month, day, hour, minute, second };
  if (!isRealLocal(fields)) return { problem: 'malformed' };
  const zone = match[8];
  if (zone === undefined) return { problem: 'no_offset' };
  const offset = offsetMinutes(zone);
  if (offset === undefined) return { problem: 'malformed' };
  const milliseconds = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1_000 + 1e-9);
  return { instant: fieldsAsUtc(fields) + milliseconds - offset * MINUTE_MS };
}

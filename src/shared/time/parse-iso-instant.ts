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

const DASH = 45;
const COLON = 58;
const LETTER_T = 84;
const LETTER_Z = 90;
const PLUS = 43;
const POINT = 46;
const MAX_OFFSET = 14 * 60;

/** The number that digits of a text make; NaN where one is none. */
function numberAt(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** The instant of the forms that carriers write most: `2026-01-28T10:00:00Z`, `….000Z` and `…+08:00`; NaN for any other. */
function readUsual(text: string): Instant {
  const { length } = text;
  const zone = length === 24 ? 23 : 19;
  const isUsual =
    (length === 20 || length === 24 || length === 25) &&
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(7) === DASH &&
    text.charCodeAt(10) === LETTER_T &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON &&
    (length === 24 ? text.charCodeAt(19) === POINT : true) &&
    (length === 25 ? text.charCodeAt(22) === COLON : text.charCodeAt(zone) === LETTER_Z);
  if (!isUsual) return Number.NaN;
  const fields = {
    year: numberAt(text, 0, 4),
    month: numberAt(text, 5, 2),
    day: numberAt(text, 8, 2),
    hour: numberAt(text, 11, 2),
    minute: numberAt(text, 14, 2),
    second: numberAt(text, 17, 2),
  };
  // No comparison with NaN is true.
  if (!isRealLocal(fields)) return Number.NaN;
  const local = fieldsAsUtc(fields);
  if (length === 20) return local;
  if (length === 24) return local + numberAt(text, 20, 3);
  const [hours, minutes] = [numberAt(text, 20, 2), numberAt(text, 23, 2)];
  const sign = text.charCodeAt(19) === PLUS ? 1 : text.charCodeAt(19) === DASH ? -1 : Number.NaN;
  const offset = hours * 60 + minutes;
  return minutes <= 59 && offset <= MAX_OFFSET ? local - sign * offset * MINUTE_MS : Number.NaN;
}

/**
 * Reads an ISO 8601 date-time strictly. Impossible dates (30 February, hour 24, offset beyond 14 h) are `malformed`;
 * a real local time without an offset is `no_offset`, because guessing one moves the event by hours.
 */
export function parseIsoInstant(text: string): IsoInstant {
  const usual = readUsual(text);
  if (!Number.isNaN(usual)) return { instant: usual };
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

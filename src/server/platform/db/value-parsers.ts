import pg from 'pg';
import type { Instant } from '#shared/time/instant.ts';

const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;

/** The two digits of `text` at `index` as a number. */
function twoDigits(text: string, index: number): number {
  return (text.charCodeAt(index) - ZERO) * 10 + text.charCodeAt(index + 1) - ZERO;
}

/** The zone at the end of a timestamptz (`+00`, `-03:30`, `+08:05:43`) in milliseconds. */
function parseOffsetMs(text: string, index: number): number {
  const sign = text.charCodeAt(index);
  if (sign !== PLUS && sign !== MINUS) return Number.NaN;
  let seconds = twoDigits(text, index + 1) * 3600;
  if (text.length > index + 3) seconds += twoDigits(text, index + 4) * 60;
  if (text.length > index + 6) seconds += twoDigits(text, index + 7);
  return sign === MINUS ? -seconds * 1000 : seconds * 1000;
}

/**
 * A timestamptz as PostgreSQL prints it (DateStyle ISO) as epoch milliseconds; finer digits are cut off,
 * `infinity` is Infinity. Throws RangeError for anything else.
 */
export function parseTimestamptz(text: string): Instant {
  if (text === 'infinity') return Infinity;
  if (text === '-infinity') return -Infinity;
  const yearEnd = text.indexOf('-');
  const year = Number(text.slice(0, yearEnd));
  let index = yearEnd + 15;
  let ms = 0;
  if (text.charCodeAt(index) === DOT) {
    let scale = 100;
    for (index += 1; index < text.length; index += 1) {
      const digit = text.charCodeAt(index) - ZERO;
      if (digit < 0 || digit > 9) break;
      ms += digit * scale;
      scale = scale === 1 ? 0 : scale / 10;
    }
  }
  const offsetMs = parseOffsetMs(text, index);
  const instant =
    Date.UTC(
      year,
      twoDigits(text, yearEnd + 1) - 1,
      twoDigits(text, yearEnd + 4),
      twoDigits(text, yearEnd + 7),
      twoDigits(text, yearEnd + 10),
      twoDigits(text, yearEnd + 13),
      ms,
    ) - offsetMs;
  if (Number.isNaN(instant) || year < 100 || text.endsWith('BC')) throw new RangeError(`not a timestamptz: ${text}`);
  return instant;
}

type Parser = (text: string) => unknown;

const asText: Parser = (text) => text;

// The published types of arrayParser describe another version of it.
const arrayParser = pg.types.arrayParser as unknown as {
  create: (text: string, item: Parser) => { parse: () => unknown[] };
};

/** A parser of one-dimensional (or nested) arrays of what `item` parses. */
function arrayOf(item: Parser): Parser {
  return (text) => arrayParser.create(text, item).parse();
}

// Type numbers of PostgreSQL's catalogue: int8, numeric, date, timestamp, timestamptz and their arrays.
const PARSERS = new Map<number, Parser>([
  [20, Number],
  [1700, Number],
  [1082, asText],
  [1114, asText],
  [1184, parseTimestamptz],
  [1016, arrayOf(Number)],
  [1231, arrayOf(Number)],
  [1182, arrayOf(asText)],
  [1115, arrayOf(asText)],
  [1185, arrayOf(parseTimestamptz)],
]);

/** How values are read: int8 and numeric as number, timestamptz as Instant, date as text, the rest as pg does. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    const own = format === 'binary' ? undefined : PARSERS.get(oid);
    return own ?? pg.types.getTypeParser(oid, format);
  },
};

// Dates go out in UTC: an offset of local mean time has seconds, which pg would drop.
pg.defaults.parseInputDatesAsUTC = true;

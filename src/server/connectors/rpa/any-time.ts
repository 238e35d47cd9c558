import { shown } from './shown-time.ts';
import type { ShownTime } from './types.ts';

const LONGEST = 60;
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays =
  /\b(?:MON|TUE|WED|THU|FRI|SAT|SUN)(?:[A-Z]{0,6}DAY)?\b|[（(][日月火水木金土一二三四五六월화수목금토일][)）]/gu;

type Day = { year: string; month: number; day: string };

/** The day of a text as carriers write it, and what is behind it. */
function dayOf(text: string): { day: Day; rest: string } | null {
  const patterns: readonly [RegExp, (parts: readonly string[]) => Day][] = [
    [
      /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/,
      ([y = '', m = '', d = '']) => ({ year: y, month: Number(m), day: d }),
    ],
    [/^(\d{4})(\d{2})(\d{2})(?!\d(?!\d{3}))/, ([y = '', m = '', d = '']) => ({ year: y, month: Number(m), day: d })],
    [
      /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/,
      ([d = '', m = '', y = '']) => ({ year: y, month: Number(m), day: d }),
    ],
    [
      /^(\d{1,2})[-/. ]+([A-Z]{3})[A-Z]{0,6}[-/., ]+(\d{4})(?!\d)/,
      ([d = '', m = '', y = '']) => ({ year: y, month: months.indexOf(m) + 1, day: d }),
    ],
    [
      /^([A-Z]{3})[A-Z]{0,6}[-/. ]+(\d{1,2})[-/., ]+(\d{4})(?!\d)/,
      ([m = '', d = '', y = '']) => ({ year: y, month: months.indexOf(m) + 1, day: d }),
    ],
  ];
  for (const [pattern, make] of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return { day: make(match.slice(1)), rest: text.slice(match[0].length) };
  }
  return null;
}

/** The clock of a text; undefined for none, null for what is no clock. */
function clockOf(text: string): string | null | undefined {
  if (text === '') return undefined;
  const match = /^(\d{1,2}):?(\d{2})(?::?\d{2}(?:\.\d{1,9})?)? ?([AP]M)?(?: ?(?:LT|LOCAL|HRS?|H))?$/.exec(text);
  if (match === null) return null;
  const [, hour = '', minute = '', half] = match;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/**
 * Reads a time as carriers' pages write them: numbers with the year or the day before, months by name, a day of the week beside
 * it, morning and afternoon. Behind it an offset counts; a Z counts only where `isUtc` says that the site means it. A day alone
 * stays a day. null: it is no time.
 */
export function readAnyTime(text: string, { isUtc = false }: { isUtc?: boolean } = {}): ShownTime | null {
  if (text.length > LONGEST) return null;
  const plain = text
    .toUpperCase()
    .replace(weekdays, ' ')
    .replace(/[,\s]+/g, ' ')
    .trim();
  const found = dayOf(plain);
  if (found === null || found.day.month < 1) return null;
  const rest = found.rest.replace(/^[T /,]+/, '').trim();
  const offset = /(?: ?\(?(?:UTC|GMT)?([+-]\d\d):?(\d\d)\)?)$/.exec(rest);
  const zulu = /(?:Z| ?UTC| ?GMT)$/.exec(rest);
  const clock = clockOf(
    (offset === null ? (zulu === null ? rest : rest.slice(0, zulu.index)) : rest.slice(0, offset.index)).trim(),
  );
  if (clock === null) return null;
  const { year, month, day } = found.day;
  const behind = offset !== null ? `${offset[1]}:${offset[2]}` : zulu !== null && isUtc ? '+00:00' : undefined;
  return shown(year, month, day, clock, clock === undefined ? undefined : behind);
}

/** What Microsoft's JSON writes for no time at all: the first day of its calendar. */
export const isNoTime = (text: string): boolean =>
  /^\/Date\(-62135\d{9,}\)\/$/.test(text) || /^0001-01-01|^1900-01-01/.test(text);

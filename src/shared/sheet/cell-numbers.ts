import { format, isDateFormat, isPercentFormat, isValidFormat } from 'numfmt';
import { DAY_MS } from '#shared/time/instant.ts';
import type { CellNote } from './file-problem.ts';

/** Formats of the standard that are written as their id alone; those of days and times are named by what they show. */
const standard: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  ...[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, 'yyyy-mm-dd'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47].map((id) => [id, 'hh:mm:ss'] as const),
  [46, '[h]:mm:ss'],
  [37, '#,##0;(#,##0)'],
  [38, '#,##0;(#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;(#,##0.00)'],
]);

/** As many digits as a sheet keeps of a number, without an exponent. */
const digits = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 });

/** A number of a sheet as a plain text: what binary fractions add beyond the 15 digits of a sheet is left out. */
function plainNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  return digits.format(value);
}

/** The parts of a format that are not text, colour or language. */
const bareOf = (code: string): string => code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\][]*\]/gi, '');

/** What a format shows of a number. */
type Shows = { kind: 'value' | 'moment' | 'time' | 'number' | 'elapsed'; code: string };

/** The kind of a format; one that shows fewer digits than the number has, as 1.2E+05 does, is read as the number itself. */
function showsOf(given: string | number): Shows {
  const code = typeof given === 'number' ? (standard.get(given) ?? 'General') : given;
  const bare = bareOf(code);
  if (!isValidFormat(code) || /general|@/i.test(bare)) return { kind: 'value', code };
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return { kind: 'elapsed', code };
  if (isDateFormat(code)) return { kind: /[yde]/i.test(bare) || !/[hs]/i.test(bare) ? 'moment' : 'time', code };
  return { kind: /\/|e[+-]/i.test(bare) ? 'value' : 'number', code };
}

const secondsOf = (serial: number): number => Math.round(serial * 86_400);

/** A day with its time of day, or a time of day alone; sheets count parts of days, which are never quite the second that was meant. */
function momentText(serial: number, isTime: boolean, from1904: boolean): string {
  const seconds = secondsOf(serial);
  const clock = new Date((((seconds % 86_400) + 86_400) % 86_400) * 1000).toISOString().slice(11, 19);
  if (isTime) return clock.replace(/:00$/, '');
  // A sheet counts a 29 February 1900 that never was.
  const day = Math.floor(seconds / 86_400) + (from1904 ? -24_107 : serial < 60 ? -25_568 : -25_569);
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  return clock === '00:00:00' ? date : `${date} ${clock}`;
}

/** Reads the numbers of a workbook by the formats of its cells. */
export class NumberReader {
  readonly #formats: readonly (string | number)[];
  readonly #from1904: boolean;
  readonly #shows = new Map<number, Shows>();

  constructor(formats: readonly (string | number)[], from1904: boolean) {
    this.#formats = formats;
    this.#from1904 = from1904;
  }

  #showsOf(style: number): Shows {
    const known = this.#shows.get(style) ?? showsOf(this.#formats[style] ?? 0);
    this.#shows.set(style, known);
    return known;
  }

  /** The text of a number as the sheet shows it, days in ISO 8601, and the value behind it where that is another one. */
  read(text: string, style: number): [text: string, note?: CellNote] {
    const number = Number(text);
    if (!Number.isFinite(number)) return [text];
    const value = plainNumber(number);
    const { kind, code } = this.#showsOf(style);
    if (kind === 'value') return [value];
    // The last day that a calendar of four digits has.
    if ((kind === 'moment' || kind === 'time') && number >= 0 && number < 2_958_466)
      return [momentText(number, kind === 'time' || number < 1, this.#from1904)];
    const shown = shownNumber(code, number, value);
    // 12% is 12 to one field and 0.12 to another: it stays what is shown, and is no number.
    return shown === value || isPercentFormat(code) ? [shown] : [shown, { value }];
  }
}

/** A number as its format shows it; one that cannot be shown, or is not shown at all, is its value. */
function shownNumber(code: string, number: number, value: string): string {
  try {
    return format(code, number).trim() || value;
  } catch {
    return value;
  }
}

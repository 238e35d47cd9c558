import { trimEndOf } from '#shared/text/normalize.ts';
import type { PageMapping } from '#contract/intake/page-mapping.ts';
import { isNoTime, readAnyTime } from '../any-time.ts';
import type { ShownTime } from '../types.ts';

type By = Pick<PageMapping, 'dayFirst' | 'clock'>;

/** In which way a time is written. */
export type TimeFormat = 'day' | 'local' | 'offset' | 'zulu' | 'ms' | 's' | 'msDate';

/** A time as it was found: how it is written, whether its day and month could be the other way round, and an estimate's mark. */
export type FoundTime = { format: TimeFormat; isTwofold: boolean; isExpected: boolean; time: ShownTime | null };

const DIGITS = /^-?\d{10}(?:\d{3})?$/;
/** `/Date(1767225600000+0800)/`: the number is UTC, the offset is that of the place. */
const MS_DATE = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/;
/** Marks of an estimate or of what has happened, before or behind the time. */
const MARK = /^\(?(?:EST|ETA|ETD|E|ACT|ATA|ATD|A)\)?(?:[.: ]|(?=\d))|[ (](?:EST|E|ACT|A)\)?$/i;
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)(.{0,40})$/s;

/** A moment as a time that is shown: in UTC, or as the clock of the place where the site means that. */
function fromMs(ms: number, { clock }: By): ShownTime | null {
  if (!Number.isFinite(ms) || Math.abs(ms) > 8e15) return null;
  return {
    local: new Date(ms).toISOString().slice(0, 16).replace('T', ' '),
    offsetMinutes: clock === 'utc' ? 0 : null,
  };
}

/** Day and month as numbers in calendar order; null where the operator has to choose the order first. */
function inOrder(text: string, { dayFirst }: By): { text: string; isTwofold: boolean } | null {
  const match = NUMBERS.exec(text);
  if (match === null) return { text, isTwofold: false };
  const [, first = '', , second = '', year = '', rest = ''] = match;
  const isTwofold = Number(first) <= 12 && Number(second) <= 12 && first.padStart(2, '0') !== second.padStart(2, '0');
  if (isTwofold && dayFirst === null) return null;
  // 26-02-03 may as well begin with the year.
  if (year.length === 2 && Number(first) > 12 && dayFirst !== 'day') return null;
  // One of them alone can be the month where the other is above twelve.
  const isDayFirst = Number(first) > 12 || (Number(second) <= 12 && dayFirst !== 'month');
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  const four = year.length === 2 ? `20${year}` : year;
  return { text: `${four}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`, isTwofold };
}

/** `JAKARTA 2026.06.13/09:00` taken apart: a place and a time in one cell; no place: it is a time alone, or none. */
export function placeAndTime(text: string): { place: string; time: string } {
  const at = text.slice(0, 200).search(/\d{1,4}[-./]\d{1,2}[-./]\d{2,4}/);
  let place = text.slice(0, Math.max(at, 0)).trim();
  for (const mark of ['(', ',', '/']) place = trimEndOf(place, mark).trim();
  return /\p{L}{3}/u.test(place) && !MARK.test(`${place} `)
    ? { place, time: text.slice(at) }
    : { place: '', time: text };
}

/** Reads a time in the format that the operator chose; null where the text is not a time, or means that there is none. */
export function readMappedTime(written: string, by: By): FoundTime | null {
  const starred = written.replaceAll('*', ' ').trim();
  const mark = MARK.exec(starred)?.[0] ?? '';
  const text = (mark === '' ? starred : starred.replace(mark, ' ')).trim();
  const isExpected = written.includes('*') || /e/i.test(mark);
  if (text === '' || isNoTime(text)) return null;
  const shared = { isTwofold: false, isExpected };
  const msDate = MS_DATE.exec(text);
  if (msDate !== null) return found({ ...shared, format: 'msDate', time: fromMs(Number(msDate[1]), by) });
  if (DIGITS.test(text) && !/^(?:19|20)\d\d(?:0\d|1[0-2])[0-3]\d/.test(text)) {
    const isMs = text.length > 11;
    return found({ ...shared, format: isMs ? 'ms' : 's', time: fromMs(Number(text) * (isMs ? 1 : 1000), by) });
  }
  const ordered = inOrder(text, by);
  const read = readAnyTime(ordered === null ? (inOrder(text, { ...by, dayFirst: 'day' })?.text ?? '') : ordered.text, {
    isUtc: by.clock === 'utc',
  });
  if (read === null) return null;
  const isDay = read.local.length === 10;
  const isZulu = !isDay && /(?:Z|UTC|GMT)$/i.test(text);
  const hasOffset = read.offsetMinutes !== null && !isZulu;
  const format = isDay ? 'day' : isZulu ? 'zulu' : hasOffset ? 'offset' : 'local';
  const offsetMinutes = isDay ? null : (read.offsetMinutes ?? (by.clock === 'utc' ? 0 : null));
  const time = ordered === null ? null : { ...read, offsetMinutes };
  return { format, isTwofold: ordered === null || ordered.isTwofold, isExpected, time };
}

const found = (time: FoundTime): FoundTime | null => (time.time === null ? null : time);

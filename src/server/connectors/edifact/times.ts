import { utcAsText } from '#shared/time/calendar.ts';
import { dayAt } from '#shared/time/day.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { fromLocalText } from '#shared/time/zone.ts';
import type { RawTime } from './notice.ts';

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2101, 0, 1);

/** Digits of year, month, day, hour, minute and second, and what stands behind them, by format code of DTM. */
const formats: Readonly<Record<string, { date: 2 | 4; time: 0 | 2 | 4 | 6; tail: 'none' | 'name' | 'offset' }>> = {
  '101': { date: 2, time: 0, tail: 'none' },
  '102': { date: 4, time: 0, tail: 'none' },
  '201': { date: 2, time: 4, tail: 'none' },
  '202': { date: 2, time: 6, tail: 'none' },
  '203': { date: 4, time: 4, tail: 'none' },
  '204': { date: 4, time: 6, tail: 'none' },
  '205': { date: 4, time: 4, tail: 'offset' },
  '301': { date: 2, time: 4, tail: 'name' },
  '302': { date: 2, time: 6, tail: 'name' },
  '303': { date: 4, time: 4, tail: 'name' },
  '304': { date: 4, time: 6, tail: 'name' },
};

/** Zone names of three letters that mean one offset everywhere, in minutes; others depend on who writes them. */
const zoneMinutes: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  ZUL: 0,
  Z: 0,
  CET: 60,
  MEZ: 60,
  CES: 120,
  EET: 120,
  JST: 540,
  KST: 540,
  HKT: 480,
  SGT: 480,
};

/** Why a time could not be read. */
export type TimeProblem = 'bad_time' | 'no_zone';

/** An instant, and whether only the day was given; or what is wrong. */
export type ResolvedTime =
  | { at: Instant; isDay: boolean; problem?: undefined }
  | { at?: undefined; problem: TimeProblem };

const bad: ResolvedTime = { problem: 'bad_time' };

/** The format that digits have when the sender names none, or one that does not fit. */
function formatFor({ value, format }: RawTime): string | undefined {
  const digits = /^\d*/.exec(value)?.[0].length ?? 0;
  const wanted = format === null ? undefined : formats[format];
  if (wanted !== undefined && format !== null) {
    const length = wanted.date + 4 + wanted.time;
    if (digits === length || (wanted.tail !== 'none' && digits >= length)) return format;
  }
  const byLength: Readonly<Record<number, string>> = { 6: '101', 8: '102', 10: '201', 12: '203', 14: '204' };
  const rest = value.slice(digits);
  if (rest === '') return byLength[digits];
  if (digits === 12 && /^[+-]\d{2}:?\d{2}$|^Z$/i.test(rest)) return /^Z$/i.test(rest) ? '303' : '205';
  if (/^[A-Z]{1,3}$/i.test(rest)) return digits === 12 ? '303' : digits === 14 ? '304' : undefined;
  return undefined;
}

function tailMinutes(tail: string, kind: 'name' | 'offset'): number | null | undefined {
  if (tail === '') return null;
  const offset = /^([+-]?)(\d{2}):?(\d{2})$/.exec(tail);
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    return minutes > 14 * 60 ? undefined : offset[1] === '-' ? -minutes : minutes;
  }
  if (kind === 'offset') return undefined;
  // A name that is used for several zones is no offset: then the place's own zone is meant.
  return /^[A-Z]{1,3}$/i.test(tail) ? (zoneMinutes[tail.toUpperCase()] ?? null) : undefined;
}

/**
 * The instant of a DTM value: by the offset it carries, else as local time of `zone` (IANA). A day without a time of day is
 * kept as such (`dayAt`); 24:00 is the next midnight.
 */
export function resolveTime(raw: RawTime, zone: string | null): ResolvedTime {
  const value = raw.value.trim();
  const name = formatFor({ value, format: raw.format });
  const format = name === undefined ? undefined : formats[name];
  if (format === undefined) return bad;
  const length = format.date + 4 + format.time;
  const digits = value.slice(0, length);
  const century = format.date === 2 ? (Number(digits.slice(0, 2)) < 70 ? '20' : '19') : '';
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?$/.exec(`${century}${digits}`) ?? [];
  if (year === undefined) return bad;
  const isDay = hour === undefined;
  const isMidnight = hour === '24' && minute === '00' && (second ?? '00') === '00';
  const time = `${isDay ? '12' : isMidnight ? '00' : hour}:${minute ?? '00'}:${second ?? '00'}`;
  const sameDay = `${year}-${month}-${day} ${time}`;
  // Days on which clocks change have no 24 hours: the next day is found before its midnight is.
  const start = isMidnight ? fromLocalText(sameDay, 'UTC') : undefined;
  const text = start === undefined ? sameDay : utcAsText(start + DAY_MS);
  const minutes = format.tail === 'none' ? null : tailMinutes(value.slice(length), format.tail);
  if (minutes === undefined) return bad;
  const own = minutes === null ? zone : 'UTC';
  if (own === null) {
    return fromLocalText(text, 'UTC') === undefined ? bad : { problem: 'no_zone' };
  }
  const local = isDay ? dayAt(`${year}-${month}-${day}`, own) : fromLocalText(text, own);
  if (local === undefined) return bad;
  const at = local - (minutes ?? 0) * 60_000;
  return at >= EARLIEST && at < LATEST ? { at, isDay } : bad;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A DTM value for an instant: local date and time with its offset (minutes east of UTC), or UTC when seconds count. */
export function writeTime(at: Instant, offsetMinutes: number): RawTime {
  const local = new Date(at + offsetMinutes * 60_000).toISOString();
  if (at % 60_000 === 0) {
    const size = Math.abs(offsetMinutes);
    const offset = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
    return { value: `${local.slice(0, 16).replace(/[-T:]/g, '')}${offset}`, format: '205' };
  }
  return { value: `${new Date(at).toISOString().slice(0, 19).replace(/[-T:]/g, '')}UTC`, format: '304' };
}

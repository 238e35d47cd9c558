import { dayAt } from '#shared/time/day.ts';
import { fromLocalText, isZone } from '#shared/time/zone.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { ParseReference } from '../types.ts';
import type { ShownTime } from './types.ts';

const MINUTE = 60_000;
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)];
const LONGEST = 40;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function offsetOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const [hours = 0, minutes = 0] = text.slice(1).split(':').map(Number);
  return (hours * 60 + minutes) * (text.startsWith('-') ? -1 : 1);
}

/** A day and a clock as they are shown; null for what no calendar has. */
export function shown(
  year: string,
  month: number,
  day: string,
  clock: string | undefined,
  offset: string | undefined,
): ShownTime | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const minute = clock ?? '00:00';
  const utc = Date.parse(`${text}T${minute}:00Z`);
  // A day that does not exist would silently become another one.
  if (!Number.isFinite(utc) || new Date(utc).toISOString().slice(0, 16) !== `${text}T${minute}`) return null;
  return { local: clock === undefined ? text : `${text} ${clock}`, offsetMinutes: offsetOf(offset) };
}

/** Reads a numeric time: `2026-03-01 14:30`, also with slashes, a T, and an offset behind it; or a day. null: it is none. */
export function readNumericTime(text: string): ShownTime | null {
  if (text.length > LONGEST) return null;
  const match = /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[ T](\d\d:\d\d)(?::\d\d)?(?: ?\(?(?:UTC)?([+-]\d\d:\d\d)\)?)?)?$/.exec(
    text.trim(),
  );
  if (match === null) return null;
  const [, year = '', month = '', day = '', clock, offset] = match;
  return shown(year, Number(month), day, clock, offset);
}

/** Reads an English time: `1 Mar 2026 14:30`, also with an offset behind it; or a day. null if the text is no time. */
export function readEnglishTime(text: string): ShownTime | null {
  if (text.length > LONGEST) return null;
  const match = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})(?:,? (\d\d:\d\d)(?: UTC([+-]\d\d:\d\d))?)?$/.exec(text.trim());
  if (match === null) return null;
  const [, day = '', name = '', year = '', clock, offset] = match;
  const month = months.indexOf(name) + 1;
  return month === 0 ? null : shown(year, month, day, clock, offset);
}

/** The instant of a shown time: by its own offset, else in the zone of its place; of a day, that day there. */
export function instantOfShown(
  time: ShownTime,
  portCode: string | null,
  reference: ParseReference,
): { at: Instant; reason?: undefined } | { at?: undefined; reason: 'no_zone' | 'bad_time' } {
  let at: Instant | undefined;
  if (time.offsetMinutes === null) {
    const zone = portCode === null ? undefined : reference.zoneOf(portCode);
    if (zone === undefined || !isZone(zone)) return { reason: 'no_zone' };
    at = time.local.length === 10 ? dayAt(time.local, zone) : fromLocalText(`${time.local}:00`, zone);
  } else at = Date.parse(`${time.local.replace(' ', 'T')}:00Z`) - time.offsetMinutes * MINUTE;
  return at !== undefined && at >= EARLIEST && at < LATEST ? { at } : { reason: 'bad_time' };
}

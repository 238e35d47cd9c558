import { reportMemoryUse, BytesCache } from '../memory/bytes-cache.ts';
import { fieldsAsUtc, isRealLocal, utcAsText } from './calendar.ts';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from './instant.ts';
import { ZONE_MARKS } from './zone-marks.ts';

/** Times of a place whose zone nobody knows are shown, entered and sent as text in this zone, with a mark; pages and wire alike. */
export const zoneOfUnknownPlace = 'Asia/Shanghai';

/** Offsets change on full quarters of an hour in every zone in use, so a quarter has one offset. */
const QUARTER_MS = 15 * MINUTE_MS;
/** How many offsets of days and quarters are cached for all zones together before the cache is emptied, and the approximate bytes of one. */
const MAX_OFFSETS = 100_000;
const OFFSET_BYTES = 40;
/** What it takes to tell the offsets of a zone. Names may differ in capitals only, so that they are no end of names. */
const ZONE_BYTES = 25_000;
const MAX_ZONES_BYTES = 16_000_000;
/** A name that is no zone. */
const WRONG_BYTES = 200;
/** In the day cache: the offset changes within this day, look at its quarters. */
const CHANGES = Number.NaN;

type ZoneCache = {
  readonly format: Intl.DateTimeFormat;
  readonly days: Map<number, number>;
  readonly quarters: Map<number, number>;
};

const caches = new BytesCache<string, ZoneCache | undefined>('time_zones', MAX_ZONES_BYTES);
/** How many offsets all zones keep together. */
const offsets = reportMemoryUse('zone_offsets', { count: 0 }, ({ count }) => ({
  entries: count,
  bytes: count * OFFSET_BYTES,
  maxBytes: MAX_OFFSETS * OFFSET_BYTES,
}));

/** Caches an offset; the cache is emptied when all zones together hold too many. */
function keepOffset(kept: Map<number, number>, at: number, offset: number): void {
  if (offsets.count >= MAX_OFFSETS) {
    caches.clear();
    offsets.count = 0;
  }
  offsets.count += 1;
  kept.set(at, offset);
}

function cacheOf(zone: string): ZoneCache | undefined {
  const known = caches.get(zone);
  if (known !== undefined || caches.has(zone)) return known;
  let cache: ZoneCache | undefined;
  // Intl takes '+08:00' too, but a fixed offset is no zone of a place.
  if (/^[A-Za-z]/.test(zone)) {
    try {
      const format = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        era: 'short',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
      cache = { format, days: new Map(), quarters: new Map() };
    } catch {
      cache = undefined;
    }
  }
  caches.set(zone, cache, cache === undefined ? WRONG_BYTES + zone.length : ZONE_BYTES);
  return cache;
}

function measureOffset(format: Intl.DateTimeFormat, instant: Instant): number {
  const parts: Record<string, number> = {};
  let beforeChrist = false;
  for (const part of format.formatToParts(instant)) {
    if (part.type === 'era') beforeChrist = part.value.startsWith('B');
    else if (part.type !== 'literal') parts[part.type] = Number(part.value);
  }
  const year = parts['year'] ?? 0;
  const local = Date.UTC(
    beforeChrist ? 1 - year : year,
    (parts['month'] ?? 1) - 1,
    parts['day'] ?? 1,
    parts['hour'] ?? 0,
    parts['minute'] ?? 0,
    parts['second'] ?? 0,
  );
  return local - Math.floor(instant / 1_000) * 1_000;
}

function offsetIn(cache: ZoneCache, instant: Instant): number {
  const day = Math.floor(instant / DAY_MS);
  let offset = cache.days.get(day);
  if (offset === undefined) {
    const first = measureOffset(cache.format, day * DAY_MS);
    const last = measureOffset(cache.format, (day + 1) * DAY_MS);
    offset = first === last ? first : CHANGES;
    keepOffset(cache.days, day, offset);
  }
  if (!Number.isNaN(offset)) return offset;
  const quarter = Math.floor(instant / QUARTER_MS);
  let exact = cache.quarters.get(quarter);
  if (exact === undefined) {
    exact = measureOffset(cache.format, quarter * QUARTER_MS);
    keepOffset(cache.quarters, quarter, exact);
  }
  return exact;
}

function requireCache(zone: string): ZoneCache {
  const cache = cacheOf(zone);
  if (cache === undefined) throw new RangeError(`Unknown time zone: ${zone}`);
  return cache;
}

/** Whether the text is the name of an IANA zone (`Asia/Shanghai`, `UTC`), not a bare offset. */
export function isZone(name: string): boolean {
  return cacheOf(name) !== undefined;
}

/** Milliseconds to add to UTC to get the zone's local time at the instant; throws RangeError for an unknown zone. */
export function zoneOffsetMs(instant: Instant, zone: string): number {
  return offsetIn(requireCache(zone), instant);
}

/** The instant as `yyyy-MM-dd HH:mm:ss` of the zone; throws RangeError for an unknown zone. */
export function toLocalText(instant: Instant, zone: string): string {
  return utcAsText(instant + zoneOffsetMs(instant, zone));
}

function fromLocalMs(localMs: number, zone: string): Instant {
  const cache = requireCache(zone);
  const before = offsetIn(cache, localMs - DAY_MS);
  const after = offsetIn(cache, localMs + DAY_MS);
  const first = localMs - before;
  // Offset before the change: right in an overlap (the earlier of both) and the rule for a gap.
  if (before === after || offsetIn(cache, first) === before) return first;
  const second = localMs - after;
  if (offsetIn(cache, second) === after) return second;
  return first;
}

/** The first instant after `from`, at most `to`, with another offset than at `from`; between them the offset changes once. */
export function firstOffsetChange(from: Instant, to: Instant, zone: string): Instant {
  const cache = requireCache(zone);
  const before = offsetIn(cache, from);
  let low = Math.floor(from / SECOND_MS);
  let high = Math.ceil(to / SECOND_MS);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetIn(cache, middle * SECOND_MS) === before) low = middle;
    else high = middle;
  }
  return high * SECOND_MS;
}

/** The instant of a local time (epoch ms as if it were UTC): the earlier one when it occurs twice, the end of the gap when it is skipped. */
export function firstInstantOfLocal(localMs: number, zone: string): Instant {
  const cache = requireCache(zone);
  const before = offsetIn(cache, localMs - DAY_MS);
  const after = offsetIn(cache, localMs + DAY_MS);
  const first = localMs - before;
  if (before === after || offsetIn(cache, first) === before) return first;
  const second = localMs - after;
  return offsetIn(cache, second) === after ? second : firstOffsetChange(second, first, zone);
}

const LOCAL_TEXT = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

/**
 * The instant of `yyyy-MM-dd HH:mm:ss` in the zone, undefined if the text is no such real time or the zone unknown.
 * A time that occurs twice is the earlier one; a time skipped in spring is moved on by the length of the gap.
 */
export function fromLocalText(text: string, zone: string): Instant | undefined {
  const match = LOCAL_TEXT.exec(text);
  if (match === null || !isZone(zone)) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const fields = { year, month, day, hour, minute, second };
  return isRealLocal(fields) ? fromLocalMs(fieldsAsUtc(fields), zone) : undefined;
}

function offsetParts(offsetMs: number): { sign: string; hours: number; minutes: number } {
  const total = Math.round(Math.abs(offsetMs) / MINUTE_MS);
  return { sign: offsetMs < 0 ? '-' : '+', hours: Math.floor(total / 60), minutes: total % 60 };
}

/** The zone's offset at the instant, e.g. `+08:00`. */
export function offsetLabel(instant: Instant, zone: string): string {
  const { sign, hours, minutes } = offsetParts(zoneOffsetMs(instant, zone));
  return `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** A short mark for a column of times: `CST +8` where the letters are in common use, else `UTC+8`. */
export function zoneLabel(instant: Instant, zone: string): string {
  const offsetMs = zoneOffsetMs(instant, zone);
  const { sign, hours, minutes } = offsetParts(offsetMs);
  const short = `${sign}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
  const letters = ZONE_MARKS.get(zone)?.[offsetMs / (60 * MINUTE_MS)];
  if (letters !== undefined) return `${letters} ${short}`;
  return offsetMs === 0 ? 'UTC' : `UTC${short}`;
}

/** The first instant of the local day that holds the instant (some zones skip midnight once a year). */
export function localDayStart(instant: Instant, zone: string): Instant {
  const local = instant + zoneOffsetMs(instant, zone);
  return fromLocalMs(Math.floor(local / DAY_MS) * DAY_MS, zone);
}

/** The same local time so many calendar days later (or earlier), across changes of the clock. */
export function addLocalDays(instant: Instant, days: number, zone: string): Instant {
  if (days === 0) return instant;
  return fromLocalMs(instant + zoneOffsetMs(instant, zone) + days * DAY_MS, zone);
}

/** The last millisecond of the local day that holds the instant. */
export function localDayEnd(instant: Instant, zone: string): Instant {
  const localDay = Math.floor((instant + zoneOffsetMs(instant, zone)) / DAY_MS);
  return fromLocalMs((localDay + 1) * DAY_MS, zone) - 1;
}

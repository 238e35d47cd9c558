import type { Instant } from '#shared/time/instant.ts';
import { asObject, cleanText } from '../untrusted.ts';

/** An aircraft as a receiver heard it: degrees, feet, knots. */
export type AircraftFix = {
  hex: string;
  callsign: string;
  at: Instant;
  lon: number;
  lat: number;
  altitudeFt: number | null;
  speedKn: number | null;
  course: number | null;
};

/** Aircraft of which only the callsign was heard so far; a receiver hears a few hundred. */
const maxRemembered = 5_000;
/** A callsign heard longer ago belongs to an earlier flight. */
const rememberedMs = 3_600_000;
const longestLine = 1_000;
/** Positions that a receiver still lists, but has not heard for so long, are left out. */
const oldestMs = 10 * 60_000;

const isHex = (text: string): boolean => /^~?[0-9a-f]{6}$/i.test(text);
const within = (value: unknown, min: number, max: number): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= min && number <= max ? number : null;
};

/** Where an aircraft is; undefined for no place, and for 0/0, which receivers send when they have none. */
function placeOf(lon: unknown, lat: unknown): { lon: number; lat: number } | undefined {
  const [x, y] = [within(lon, -180, 180), within(lat, -90, 90)];
  return x === null || y === null || (x === 0 && y === 0) ? undefined : { lon: x, lat: y };
}

/**
 * Reads lines of SBS-1 (BaseStation, port 30003). A callsign, a position and a speed come in lines of their own and are put
 * together by the address of the aircraft. Times of the lines are those of the receiver's own clock and zone, so the arrival counts.
 */
export function createSbsReader(): {
  line: (line: string, now: Instant) => AircraftFix | undefined;
  refused: () => number;
} {
  const known = new Map<string, { callsign: string; speedKn: number | null; course: number | null; at: Instant }>();
  let refused = 0;
  const remember = (hex: string, now: Instant) => {
    const before = known.get(hex);
    const isOld = before === undefined || now - before.at > rememberedMs;
    const one = isOld ? { callsign: '', speedKn: null, course: null, at: now } : before;
    known.delete(hex);
    const oldest = known.size >= maxRemembered ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    known.set(hex, one);
    return one;
  };
  return {
    refused: () => refused,
    line(line, now) {
      if (line.trim() === '' || /^(?:SEL|ID|AIR|STA|CLK),/.test(line)) return undefined;
      const fields = line.length > longestLine ? [] : line.split(',');
      const hex = (fields[4] ?? '').trim().toUpperCase();
      if (fields[0]?.trim() !== 'MSG' || fields.length < 16 || !isHex(hex)) {
        refused += 1;
        return undefined;
      }
      const one = remember(hex, now);
      const callsign = cleanText(fields[10] ?? '').slice(0, 8);
      if (callsign !== '') Object.assign(one, { callsign, at: now });
      one.speedKn = within(fields[12], 0, 2_000) ?? one.speedKn;
      one.course = within(fields[13], 0, 360) ?? one.course;
      const place = placeOf(fields[15], fields[14]);
      if (place === undefined || one.callsign === '') return undefined;
      const { speedKn, course } = one;
      return {
        hex,
        callsign: one.callsign,
        at: now,
        ...place,
        altitudeFt: within(fields[11], -2_000, 100_000),
        speedKn,
        course,
      };
    },
  };
}

/**
 * Reads `aircraft.json` of readsb, dump1090 or tar1090: positions with their age in seconds. Undefined when it is no such file.
 * Aircraft without a callsign or a fresh position are left out.
 */
export function readAircraftJson(text: string, now: Instant): AircraftFix[] | undefined {
  let file: Record<string, unknown> | undefined;
  try {
    file = asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
  const list = file?.['aircraft'];
  if (!Array.isArray(list)) return undefined;
  return list.slice(0, 20_000).flatMap((value: unknown): AircraftFix[] => {
    const one = asObject(value);
    const hex = one?.['hex'];
    const flight = one?.['flight'];
    if (one === undefined || typeof hex !== 'string' || !isHex(hex) || typeof flight !== 'string') return [];
    const callsign = cleanText(flight.slice(0, 12)).slice(0, 8);
    const place = placeOf(one['lon'], one['lat']);
    const ageMs = (within(one['seen_pos'] ?? one['seen'], 0, 1e6) ?? 0) * 1000;
    if (callsign === '' || place === undefined || ageMs > oldestMs) return [];
    return [
      {
        hex: hex.toUpperCase(),
        callsign,
        // By our clock: that of a receiver at home is often wrong, the age of a position is not.
        at: Math.round(now - ageMs),
        ...place,
        altitudeFt: one['alt_baro'] === 'ground' ? 0 : within(one['alt_baro'], -2_000, 100_000),
        speedKn: within(one['gs'], 0, 2_000),
        course: within(one['track'], 0, 360),
      },
    ];
  });
}

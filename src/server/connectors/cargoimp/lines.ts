import type { Load, Times } from '#domain/tracking/air/statement.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { dayAt } from '#shared/time/day.ts';
import { firstInstantOfLocal } from '#shared/time/zone.ts';
import { valueFor } from '#shared/values/items.ts';

const MAX_CHARS = 70;

/**
 * Lines of a text of messages, without what stands around them: the segments of an EDIFACT envelope (UNB to UNZ), which end in an
 * apostrophe, and the control characters of a telex (SOH, STX, ETX). An empty line stands for the end of such an envelope. Lines are cut
 * at a multiple of what the standard allows.
 */
export function* linesOf(text: string, limit: number): Generator<string> {
  let start = 0;
  for (let index = 0; start < text.length && index < limit; index += 1) {
    let end = start;
    while (end < text.length && !isBreak(text.charCodeAt(end))) end += 1;
    const line = text.slice(start, Math.min(end, start + 4 * MAX_CHARS)).trimEnd();
    yield /^UN[ABEGHOPTZ]\+/.test(line) ? '' : line;
    start = end + 1;
  }
}

/** A line feed, an apostrophe, or a control character below tab; a carriage return is trimmed. */
const isBreak = (code: number): boolean => code === 10 || code === 39 || (code > 0 && code < 9);

/** Why a part of a line cannot be taken, and what stood there. */
export class LineError extends Error {
  readonly reason: 'bad_time' | 'bad_reference' | 'bad_enumeration' | 'missing_field' | 'malformed_event';
  readonly field: string;
  readonly value: string;

  constructor(reason: LineError['reason'], field: string, value: string) {
    super(reason);
    this.reason = reason;
    this.field = field;
    this.value = value;
  }
}

const POUND_KG = 0.453_592_37;
const QUANTITY =
  /^([TPDSM])(\d{1,4})(?:([A-LN-SU-Z])(\d{1,7}(?:\.\d{1,3})?))?(?:(MC|CF|CC|CI)(\d{1,9}(?:\.\d{1,3})?))?(?:DG\d{1,2})?(?:T(\d{1,4}))?/;
/** Cubic metres, feet, centimetres and inches in cubic metres. */
const CUBIC: Readonly<Record<string, number>> = { MC: 1, CF: 0.028_316_846_6, CC: 1e-6, CI: 1.638_706_4e-5 };

/**
 * A quantity such as `T10K1000.0` or `P10K250T24`: all or a part of the pieces, their weight in kilograms (K) or pounds (L), and
 * for a part of how many in all.
 */
export function readQuantity(text: string): {
  load: Load;
  isPart: boolean;
  volumeM3: number | null;
  ofPieces: number | null;
} {
  const match = QUANTITY.exec(text);
  if (match === null) throw new LineError('malformed_event', 'quantity', text);
  const [, kind, pieces, unit, weight, cubic, volume, all] = match;
  if (unit !== undefined && unit !== 'K' && unit !== 'L') throw new LineError('bad_enumeration', 'weightUnit', text);
  const kilograms = weight === undefined ? null : Number(weight) * (unit === 'L' ? POUND_KG : 1);
  return {
    load: { pieces: Number(pieces), weightKg: kilograms === null ? null : rounded(kilograms) },
    isPart: kind !== 'T',
    volumeM3: volume === undefined ? null : rounded(Number(volume) * (CUBIC[cubic ?? ''] ?? 1)),
    ofPieces: all === undefined ? null : Number(all),
  };
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

export const isQuantity = (text: string): boolean => /^[TPDSM]\d/.test(text);

const monthNumbers: ReadonlyMap<string, number> = new Map(
  ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'].map((name, index) => [
    name,
    index,
  ]),
);
const HALF_YEAR_MS = 183 * DAY_MS;

/** The midnight (as if of UTC) of a day without a year, such as 20NOV: the one nearest to when the message came. */
export function readDay(text: string, receivedAt: Instant): number {
  const [day, month] = [Number(text.slice(0, 2)), monthNumbers.get(text.slice(2, 5))];
  if (!/^\d{2}/.test(text) || month === undefined || day < 1 || day > 31) throw new LineError('bad_time', 'date', text);
  const year = new Date(receivedAt).getUTCFullYear();
  let midnight = Date.UTC(year, month, day);
  if (midnight - receivedAt > HALF_YEAR_MS) midnight = Date.UTC(year - 1, month, day);
  else if (receivedAt - midnight > HALF_YEAR_MS) midnight = Date.UTC(year + 1, month, day);
  if (new Date(midnight).getUTCDate() !== day) throw new LineError('bad_time', 'date', text);
  return midnight;
}

/** A local clock time of a day at an airport; where nobody knows the zone of the airport, the day. */
export function atAirport(midnight: number, clock: string, zone: string | undefined): Instant {
  const [hours, minutes] = [Number(clock.slice(0, 2)), Number(clock.slice(2, 4))];
  if (!/^\d{4}$/.test(clock) || hours > 23 || minutes > 59) throw new LineError('bad_time', 'time', clock);
  if (zone === undefined) return dayAt(isoDay(midnight), 'UTC') ?? midnight;
  return firstInstantOfLocal(midnight + hours * HOUR_MS + minutes * MINUTE_MS, zone);
}

const classifiers = new Map<string, keyof Times>([
  ['A', 'actual'],
  ['E', 'estimated'],
  ['S', 'planned'],
]);
const dayChanges = new Map(Object.entries({ P: -1, N: 1, S: 2, T: 3, A: 4, B: 5 }));
const CLOCK = /^([AES])(\d{4})(?:-([PNSTAB]))?$/;

export const isClock = (text: string): boolean => /^[AES]\d{4}/.test(text);

/** A time of a flight such as `S0540-N`: actual, estimated or scheduled, and how many days after that of the flight. */
export function readClock(
  text: string,
  midnight: number,
  zone: string | undefined,
): { kind: keyof Times; at: Instant } {
  const match = CLOCK.exec(text);
  if (match === null) throw new LineError('bad_time', 'time', text);
  const [, classifier = '', clock = '', day] = match;
  const change = day === undefined ? 0 : valueFor(dayChanges, day);
  const at = atAirport(midnight + change * DAY_MS, clock, zone);
  return { kind: valueFor(classifiers, classifier), at };
}

/** Number of a flight, without the zeros in front of it: CZ0461 and CZ461 are one. */
export function readFlight(text: string): string {
  const match = /^([A-Z0-9]{2})0*(\d{1,4}[A-Z]?)$/.exec(text);
  if (match === null) throw new LineError('bad_reference', 'flight', text);
  return `${match[1]}${match[2]}`;
}

/** One airport (PVG) or two (PVGFRA). */
export function readAirports(text: string): { from: string | null; to: string } {
  if (/^[A-Z]{3}$/.test(text)) return { from: null, to: text };
  if (/^[A-Z]{6}$/.test(text)) return { from: text.slice(0, 3), to: text.slice(3) };
  throw new LineError('bad_reference', 'airport', text);
}

/** A day as ISO writes it. */
export const isoDay = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10);

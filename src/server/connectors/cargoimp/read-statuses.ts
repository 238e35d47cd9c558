import { type AirStatement, type FlightRun, type Load, noTimes, type Times } from '#domain/tracking/air/statement.ts';
import type { Instant } from '#shared/time/instant.ts';
import {
  atAirport,
  isClock,
  isoDay,
  isQuantity,
  LineError,
  readAirports,
  readClock,
  readDay,
  readFlight,
  readQuantity,
} from './lines.ts';

/** What reading a line needs besides it. */
export type LineContext = {
  receivedAt: Instant;
  zoneOf: (airport: string) => string | undefined;
};

/** A status line taken apart, before a flight is put together. */
type Parts = {
  flight: string | null;
  midnight: number | null;
  clock: string | null;
  airports: { from: string | null; to: string } | null;
  load: Load;
  isPart: boolean;
  clocks: string[];
  rest: string[];
};

const DAY = /^\d{2}[A-Z]{3}(\d{4})?$/;
const FLIGHT = /^[A-Z0-9]{2}\d{1,4}[A-Z]?$/;
const AIRPORTS = /^[A-Z]{3}(?:[A-Z]{3})?$/;

function partsOf(fields: readonly string[], { receivedAt }: LineContext): Parts {
  const parts: Parts = {
    flight: null,
    midnight: null,
    clock: null,
    airports: null,
    load: { pieces: null, weightKg: null },
    isPart: false,
    clocks: [],
    rest: [],
  };
  let hasLoad = false;
  for (const field of fields) {
    if (parts.midnight === null && DAY.test(field)) {
      parts.midnight = readDay(field, receivedAt);
      if (field.length > 5) parts.clock = field.slice(5);
    } else if (parts.flight === null && parts.midnight === null && FLIGHT.test(field)) parts.flight = readFlight(field);
    else if (parts.airports === null && parts.midnight !== null && AIRPORTS.test(field))
      parts.airports = readAirports(field);
    else if (!hasLoad && isQuantity(field)) {
      hasLoad = true;
      const { load, isPart } = readQuantity(field);
      parts.load = load;
      parts.isPart = isPart;
    } else if (isClock(field)) parts.clocks.push(field);
    else parts.rest.push(field);
  }
  return parts;
}

/** Statuses about a flight: what carries the goods is named, with its day and airports. */
const ofFlight: ReadonlySet<string> = new Set(['BKD', 'PRE', 'MAN', 'DEP', 'ARR', 'RCF', 'AWR', 'DIS']);
/** Statuses of a place; goods that come into or leave the control of a warehouse may be reported with their flight. */
const ofPlace: ReadonlySet<string> = new Set([
  'DPU',
  'FOH',
  'RCS',
  'NFD',
  'AWD',
  'CCD',
  'CRC',
  'DLV',
  'DDL',
  'TFD',
  'RCT',
  'TRM',
  'FIW',
  'FOW',
  'DOC',
]);
/** Codes that say what another one says: given to the customs of the country is being held by them. */
const sameAs: Readonly<Record<string, string>> = { TGC: 'CRC' };
const arriving: ReadonlySet<string> = new Set(['ARR', 'RCF', 'AWR', 'FIW']);

/** Whether lines of a code are statuses; other lines are remarks and further information. */
export const isStatusCode = (code: string): boolean =>
  ofFlight.has(code) || ofPlace.has(code) || Object.hasOwn(sameAs, code);

function clocksOf(parts: Parts, context: LineContext): { departs: Times; arrives: Times } {
  const [departs, arrives]: [Times, Times] = [{ ...noTimes }, { ...noTimes }];
  const { midnight, airports, clocks } = parts;
  if (midnight === null || airports === null) return { departs, arrives };
  const { from, to } = airports;
  clocks.slice(0, 2).forEach((clock, index) => {
    const isArrival = index === 1 || from === null;
    const airport = isArrival ? to : from;
    const { kind, at } = readClock(clock, midnight, context.zoneOf(airport));
    (isArrival ? arrives : departs)[kind] = at;
  });
  return { departs, arrives };
}

function runOf(code: string, { flight, midnight, airports }: Parts): FlightRun | null {
  if (flight === null || midnight === null) return null;
  const single = airports !== null && airports.from === null;
  const [from, to] = single
    ? arriving.has(code)
      ? [null, airports.to]
      : [airports.to, null]
    : [airports?.from ?? null, airports?.to ?? null];
  return { flight, day: isoDay(midnight), from, to };
}

/**
 * Reads the status in a line, such as `DEP/CZ461/20NOV/PVGFRA/P6K600/A2345/E0540-N`, and names an airport whose zone nobody knows: of
 * its times only the days are taken. Throws LineError.
 */
export function readStatus(
  line: string,
  context: LineContext,
): { statement: AirStatement; withoutZone: string | null } {
  const [written = '', ...fields] = line.split('/');
  const code = sameAs[written] ?? written;
  const parts = partsOf(fields, context);
  const flight = runOf(code, parts);
  if (ofFlight.has(code) && flight === null) throw new LineError('missing_field', 'flight', line);
  const { airports, midnight, clock } = parts;
  if (airports === null || midnight === null)
    throw new LineError('missing_field', airports === null ? 'airport' : 'date', line);
  const airport = arriving.has(code) || airports.from === null ? airports.to : airports.from;
  const { departs, arrives } = clocksOf(parts, context);
  const at = clock === null ? null : atAirport(midnight, clock, context.zoneOf(airport));
  const own: Times = code === 'DEP' ? departs : code === 'ARR' ? arrives : { ...noTimes, actual: at };
  if (code === 'BKD' || ((code === 'MAN' || code === 'PRE') && at === null)) own.planned = departs.planned;
  if (own.actual === null && own.estimated === null && own.planned === null)
    throw new LineError('missing_field', 'time', line);
  const statement: AirStatement = {
    statusCode: code,
    airport,
    flight,
    ...own,
    load: parts.load,
    isPart: parts.isPart,
    discrepancy: code === 'DIS' ? (parts.rest.find((field) => /^[A-Z]{4}$/.test(field)) ?? null) : null,
    departs: code === 'DEP' ? noTimes : departs,
    arrives: code === 'ARR' ? noTimes : arrives,
  };
  const places = [airports.from, airports.to].flatMap((place) => place ?? []);
  const withoutZone = places.find((place) => context.zoneOf(place) === undefined) ?? null;
  return { statement, withoutZone };
}

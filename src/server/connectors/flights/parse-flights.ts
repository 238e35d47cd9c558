import type { FlightPeriod, PlannedLeg } from '#domain/network/flight/schedule.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { firstInstantOfLocal } from '#shared/time/zone.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import { EventReader, Refused } from '../event-reader.ts';
import type { ParseRefusal } from '../types.ts';
import { asObject, attribute, parseJsonBytes, refusal } from '../untrusted.ts';
import { fromScheduleDay } from './pull-flights.ts';

/** The most periods read of one page, and the most legs of one flight; what exceeds them is not taken. */
const MAX_PERIODS = 5_000;
const MAX_LEGS = 8;
const DAY_MIN = DAY_MS / MINUTE_MS;

/** What a page says: periods of flights, and pieces that could not be taken. */
export type ParsedFlights = { periods: FlightPeriod[]; refusals: ParseRefusal[] };

/** What parsing asks of master data. */
export type FlightReference = { zoneOf: (airport: string) => string | undefined };

type Fields = Record<string, unknown>;

function wholeNumber(reader: EventReader, object: Fields, name: string, min: number, max: number): number {
  const value = attribute(object, name);
  if (value === undefined) reader.refuse('missing_field', name, undefined);
  if (typeof value !== 'number') reader.refuse('bad_type', name, value);
  if (!Number.isInteger(value) || value < min || value > max) reader.refuse('bad_time', name, value);
  return value;
}

function day(reader: EventReader, object: Fields, name: string): number {
  const text = reader.required(object, name);
  return fromScheduleDay(text) ?? reader.refuse('bad_time', name, text);
}

function airport(reader: EventReader, object: Fields, name: string, { zoneOf }: FlightReference): string {
  const code = reader.required(object, name).toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) reader.refuse('bad_reference', name, code);
  if (zoneOf(code) === undefined) reader.refuse('no_zone', name, code);
  return code;
}

/** Days of operation as SSIM writes them: the digit of each day, or a blank where it does not fly. */
function weekdays(reader: EventReader, period: Fields): number[] {
  const text = attribute(period, 'daysOfOperation');
  if (typeof text !== 'string' || !/^[1-7 ]{1,7}$/.test(text) || text.trim() === '')
    reader.refuse('bad_enumeration', 'daysOfOperation', text);
  return [...new Set(text.replaceAll(' ', ''))].map(Number).toSorted((a, b) => a - b);
}

function readLeg(reader: EventReader, leg: Fields, reference: FlightReference): PlannedLeg {
  const minutes = (name: string): number =>
    wholeNumber(reader, leg, `${name}TimeLT`, 0, DAY_MIN - 1) +
    wholeNumber(reader, leg, `${name}TimeDateDiffLT`, -1, 3) * DAY_MIN;
  const closes = attribute(leg, 'latestAcceptanceMinutes');
  return {
    from: airport(reader, leg, 'origin', reference),
    to: airport(reader, leg, 'destination', reference),
    aircraft: reader.optional(leg, 'aircraftType')?.slice(0, 10) ?? null,
    leaves: minutes('aircraftDeparture'),
    arrives: minutes('aircraftArrival'),
    closesBeforeMin: closes === undefined ? null : wholeNumber(reader, leg, 'latestAcceptanceMinutes', 0, 7 * DAY_MIN),
  };
}

/** Each leg begins where the one before ended and arrives after it left. */
function checkLegs(
  reader: EventReader,
  legs: readonly PlannedLeg[],
  midnight: Instant,
  { zoneOf }: FlightReference,
): void {
  let before: { to: string; at: Instant } | undefined;
  for (const { from, to, leaves, arrives } of legs) {
    const departsAt = firstInstantOfLocal(midnight + leaves * MINUTE_MS, zoneOfPlace(zoneOf(from)));
    const arrivesAt = firstInstantOfLocal(midnight + arrives * MINUTE_MS, zoneOfPlace(zoneOf(to)));
    const isBroken = before !== undefined && (before.to !== from || departsAt < before.at);
    if (from === to || isBroken || arrivesAt <= departsAt) reader.refuse('contradiction', 'legs', `${from}-${to}`);
    before = { to, at: arrivesAt };
  }
}

function readPeriod(reader: EventReader, item: Fields, airlineCode: string, reference: FlightReference): FlightPeriod {
  const airline = reader.required(item, 'airline').toUpperCase();
  if (airline !== airlineCode) reader.refuse('unknown_reference', 'airline', airline);
  const number = wholeNumber(reader, item, 'flightNumber', 1, 9_999);
  const suffix = reader.optional(item, 'suffix') ?? '';
  const flightNo = `${airline}${number}${suffix}`;
  reader.eventId = flightNo;
  if (!/^[A-Z]?$/.test(suffix)) reader.refuse('bad_reference', 'suffix', suffix);
  const period = reader.part(item, 'periodOfOperationLT');
  if (period === undefined) reader.refuse('missing_field', 'periodOfOperationLT', undefined);
  const [first, last] = [day(reader, period, 'startDate'), day(reader, period, 'endDate')];
  if (last < first) reader.refuse('contradiction', 'periodOfOperationLT', `${first} > ${last}`);
  const legs = reader
    .list(item, 'legs')
    .slice(0, MAX_LEGS)
    .map((leg) => readLeg(reader, leg, reference));
  if (legs.length === 0) reader.refuse('missing_field', 'legs', undefined);
  checkLegs(reader, legs, first, reference);
  return { airlineCode, flightNo, first, last, days: weekdays(reader, period), legs };
}

/** Reads a page of an airline's flight schedule. Pure, and never throws on content. */
export function parseFlights(body: Uint8Array, airlineCode: string, reference: FlightReference): ParsedFlights {
  const json = parseJsonBytes(body);
  if (json === undefined) return { periods: [], refusals: [refusal('unreadable')] };
  if (!Array.isArray(json.value)) return { periods: [], refusals: [refusal('not_an_array')] };
  const periods: FlightPeriod[] = [];
  const refusals: ParseRefusal[] = [];
  for (const [index, item] of json.value.entries()) {
    if (index >= MAX_PERIODS) {
      refusals.push(refusal('too_many_events', { index, value: json.value.length }));
      break;
    }
    const fields = asObject(item);
    const reader = new EventReader(index);
    try {
      if (fields === undefined) throw reader.refuse('malformed_event', 'period', item);
      periods.push(readPeriod(reader, fields, airlineCode, reference));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    refusals.push(...reader.refusals);
  }
  return { periods, refusals };
}

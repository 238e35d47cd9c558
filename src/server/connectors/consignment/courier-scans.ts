import { noTimes, type Reported } from '#domain/tracking/journey/consignment.ts';
import { courierMilestones } from '#domain/tracking/journey/courier.ts';
import type { Instant } from '#shared/time/instant.ts';
import { attribute, cleanText } from '../untrusted.ts';
import { type CourierPlace, placeCode, readCourierTime, zoneOfCourierPlace, zoneOfOffset } from './courier-places.ts';
import type { Fields, Reader } from './reader.ts';

const MAX_SAID = 200;

/** A scan as a courier tells it. */
export type CourierScan = {
  /** Name of its time in the answer, and the time. */
  field: string;
  time: string | null;
  /** Midnight is written for a day without a time. */
  midnightIsDay?: boolean;
  place: CourierPlace;
  /** Undefined: nothing of ours is meant by its code and words. */
  statusCode: string | undefined;
  /** The courier itself says that the parcel is under way: what is unknown is shown as that, in its words. */
  isUnderWay?: boolean;
  /** Its own code and words. */
  wording: readonly (string | null)[];
};

/** What is notified of a parcel, with the zones of its places. */
export class CourierScans {
  readonly statements: Reported[] = [];
  readonly zones = new Map<string, string>();
  readonly #reader: Reader;
  readonly #seen = new Set<string>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** All that is reported, with the delivery that is promised or expected at the destination until there is one. */
  withDelivery(place: string | null, promised: Instant | null, expected: Instant | null): Reported[] {
    const isDelivered = this.statements.some(({ statusCode }) => statusCode === courierMilestones.delivered);
    if (isDelivered || place === null || (promised ?? expected) === null) return this.statements;
    const times = { planned: promised, estimated: expected, actual: null };
    const statusCode = courierMilestones.delivered;
    return [...this.statements, { statusCode, place, times, unitNo: null, carrier: null, run: null, wording: null }];
  }

  /** The code of a place, with its zone kept where its clocks are known. */
  placeOf(place: CourierPlace): string | null {
    const code = placeCode(place);
    const zone = zoneOfCourierPlace(place, this.#reader.reference);
    if (code !== null && zone !== undefined && !this.zones.has(code)) this.zones.set(code, zone);
    return code;
  }

  /** Takes a scan; what cannot be taken of it is noted. The same scan reported twice is one. */
  add({ field, time, midnightIsDay, place, statusCode, isUnderWay = false, wording }: CourierScan): void {
    const reader = this.#reader;
    const words = [...new Set(wording.filter((part) => part !== null))].join(' · ').slice(0, MAX_SAID);
    if (statusCode === undefined) reader.note(words === '' ? 'missing_field' : 'bad_enumeration', 'status', words);
    const status = statusCode ?? (isUnderWay ? courierMilestones.inTransit : undefined);
    if (status === undefined) return;
    if (time === null) return void reader.note('missing_field', field);
    const zone = zoneOfCourierPlace(place, reader.reference);
    const read = readCourierTime(reader, field, time, zone, midnightIsDay);
    const at = reader.happened(read?.at ?? null, field);
    if (read === null || at === null) return;
    const code = placeCode(place);
    const shown = read.offsetMs === null ? zone : zoneOfOffset(zone, at, read.offsetMs);
    if (code !== null && shown !== undefined && !this.zones.has(code)) this.zones.set(code, shown);
    const key = `${status} ${code} ${at}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const times = { ...noTimes, actual: at };
    this.statements.push({
      statusCode: status,
      place: code,
      times,
      unitNo: null,
      carrier: null,
      run: null,
      wording: words || null,
    });
  }
}

/** A text or a number of an answer as text; couriers write numbers either way. */
export function looseText(fields: Fields, name: string): string | null {
  const value = attribute(fields, name);
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return cleanText(String(value).slice(0, MAX_SAID)) || null;
}

/** A positive number that is written as number or text; null for anything else. */
export function looseAmount(fields: Fields, name: string): number | null {
  const value = Number(looseText(fields, name) ?? Number.NaN);
  return Number.isFinite(value) && value > 0 && value < 1e7 ? Math.round(value * 1_000) / 1_000 : null;
}

const KG_OF: Readonly<Record<string, number>> = {
  KG: 1,
  KGS: 1,
  G: 0.001,
  LB: 0.453_592_37,
  LBS: 0.453_592_37,
  OZ: 0.028_349_523,
};

/** A weight with its unit in kilograms; null for a unit that is not known. */
export function kilograms(amount: number | null, unit: string | null): number | null {
  const factor = KG_OF[unit?.toUpperCase() ?? ''];
  return amount === null || factor === undefined ? null : Math.round(amount * factor * 1_000) / 1_000;
}

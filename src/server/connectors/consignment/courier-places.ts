import { dayAt } from '#shared/time/day.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { fromLocalText, zoneOffsetMs } from '#shared/time/zone.ts';
import { countryOfName } from '../edifact/country.ts';
import type { Reader } from './reader.ts';

/** Where something happened, as a courier writes an address; capitals. */
export type CourierPlace = { city: string | null; state: string | null; zip: string | null; country: string | null };

const byState: Readonly<Record<string, string>> = {
  US: `America/New_York CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV
    America/Chicago AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI
    America/Denver CO MT NM UT WY America/Boise ID America/Phoenix AZ America/Los_Angeles CA NV OR WA
    America/Anchorage AK Pacific/Honolulu HI America/Puerto_Rico PR VI Pacific/Guam GU MP Pacific/Pago_Pago AS`,
  CA: `America/Toronto ON QC America/Winnipeg MB America/Regina SK America/Edmonton AB NT America/Vancouver BC
    America/Halifax NS NB PE America/St_Johns NL America/Whitehorse YT`,
  AU: `Australia/Sydney NSW ACT VIC TAS Australia/Brisbane QLD Australia/Adelaide SA Australia/Darwin NT Australia/Perth WA`,
};

/** ZIP codes, by their first three digits, whose clocks differ from most of their state. */
const byZip = `America/Chicago 324 325 420 421 422 423 424 463 464 476 477
  America/New_York 373 374 376 377 378 379 America/Denver 577 586 691 693 798 799 885 979 America/Los_Angeles 835 838`;

/** Reads `Zone a b c Zone d e` as zones by a, b, c, d and e. */
function zonesOf(text: string): ReadonlyMap<string, string> {
  const zones = new Map<string, string>();
  let zone = '';
  for (const word of text.split(/\s+/)) {
    if (word.includes('/')) zone = word;
    else zones.set(word, zone);
  }
  return zones;
}

const stateZones = new Map(Object.entries(byState).map(([country, text]) => [country, zonesOf(text)]));
const zipZones = zonesOf(byZip);
/** Countries with one time by law, though places of them are listed with others. */
const oneZone: Readonly<Record<string, string>> = { CN: 'Asia/Shanghai' };

/** Names of countries as couriers write them, where they are no usual ones. */
const otherNames: Readonly<Record<string, string>> = {
  USA: 'US',
  UK: 'GB',
  'CHINA MAINLAND': 'CN',
  'CHINA, PEOPLES REPUBLIC': 'CN',
  'HONG KONG SAR': 'HK',
  'HONG KONG': 'HK',
  'MACAU SAR': 'MO',
  'NETHERLANDS, THE': 'NL',
  'CZECH REPUBLIC': 'CZ',
  'CZECH REPUBLIC, THE': 'CZ',
  'KOREA, REPUBLIC OF': 'KR',
  'PHILIPPINES, THE': 'PH',
  TURKEY: 'TR',
};

/** The code of a country that is named by its code or in English; null for other texts. */
export function countryCode(text: string | null): string | null {
  const name = text?.trim().toUpperCase() ?? '';
  if (/^[A-Z]{2}$/.test(name)) return otherNames[name] ?? name;
  return otherNames[name] ?? countryOfName(name) ?? null;
}

/** The code of a place: city, state and country in capitals, at most 40 characters; null where nothing of it is known. */
export function placeCode({ city, state, country }: CourierPlace): string | null {
  const tail = [state, country].filter((part) => part !== null).join(' ');
  const name = (city ?? '')
    .toUpperCase()
    .replace(/[^\p{L}\d ./-]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, 39 - tail.length)
    .trim();
  const code = [name, tail].filter((part) => part !== '').join(' ');
  return code === '' ? null : code;
}

/** The zone of a place: by its ZIP code and state, else the only one of its country; undefined where its clocks cannot be known. */
export function zoneOfCourierPlace(
  { state, zip, country }: CourierPlace,
  reference: Reader['reference'],
): string | undefined {
  if (country === null) return undefined;
  const ofStates = stateZones.get(country);
  if (ofStates !== undefined)
    return (country === 'US' && zip !== null ? zipZones.get(zip.slice(0, 3)) : undefined) ?? ofStates.get(state ?? '');
  // No place has this code, so that the answer is the zone that all known places of the country have.
  return oneZone[country] ?? reference.zoneOf(`${country}ZZZ`);
}

/** The zone to show an instant in whose offset was stated: that of the place where it agrees, else one of that offset. */
export function zoneOfOffset(zone: string | undefined, at: Instant, offsetMs: number): string | undefined {
  // An instant in UTC says nothing of the clocks of the place.
  if (zone !== undefined && (offsetMs === 0 || zoneOffsetMs(at, zone) === offsetMs)) return zone;
  const hours = offsetMs / HOUR_MS;
  if (!Number.isInteger(hours) || hours === 0 || hours < -12 || hours > 14) return zone;
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A time as a courier writes it, taken apart. `offsetMs` null: on the clocks of the place. */
export type CourierTime = { at: Instant; offsetMs: number | null };

function offsetOf(text: string): number {
  if (text === 'Z') return 0;
  const digits = text.replace(/\D/g, '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return minutes * 60_000 * (text.startsWith('-') ? -1 : 1);
}

/**
 * A time with its offset, or on the clocks of `zone`; a date alone, and midnight where `midnightIsDay`, stand for the day there.
 * A local time without a zone is refused instead of being taken for UTC. Notes what is wrong, and gives null then.
 */
export function readCourierTime(
  reader: Reader,
  field: string,
  text: string | null,
  zone: string | undefined,
  midnightIsDay = false,
): CourierTime | null {
  if (text === null) return null;
  const [, date, minute, second = '00', offset] = TIME.exec(text) ?? [];
  if (date === undefined) return reader.note('bad_time', field, text);
  const isMidnight = minute === undefined || (minute === '00:00' && second === '00');
  const isDay = minute === undefined || (isMidnight && midnightIsDay);
  const offsetMs = offset === undefined ? null : offsetOf(offset);
  if (offsetMs === null && zone === undefined) return reader.note('no_zone', field, text);
  const wall = `${date} ${minute ?? '00:00'}:${second}`;
  // A day is that of the place; of a time with an offset, the offset counts.
  const clocks = isDay || offsetMs === null ? (zone ?? 'UTC') : 'UTC';
  const found = isDay ? dayAt(date, clocks) : fromLocalText(wall, clocks);
  if (found === undefined) return reader.note('bad_time', field, text);
  const at = clocks === 'UTC' ? found - (offsetMs ?? 0) : found;
  if (at < Date.UTC(2000, 0, 1) || at >= Date.UTC(2100, 0, 1)) return reader.note('bad_time', field, text);
  return { at, offsetMs: isDay ? null : offsetMs };
}

/**
 * Makes generated/inland-zones.json: zones of UN/LOCODEs on land in countries with several zones. Airfields without scheduled
 * flights (airport-data-js, CC BY 4.0) name most of them, as places with an airfield have its letters; seeds/ adds cities.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isUnLocode } from '#shared/ids/un-locode.ts';
import { parseCsvRecords } from '#shared/text/csv.ts';
import { zoneOfPlace } from './zone-of-place.ts';

type Airfield = { iata: string; country_code: string; latitude: number; longitude: number };
type AirportData = { findAirports: (filter: object) => Promise<Airfield[]> };

const { findAirports }: AirportData = createRequire(import.meta.url)('airport-data-js');
const records = (path: string): Record<string, string>[] =>
  parseCsvRecords(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));

const airports = records('generated/airports.csv');
const cities = records('seeds/inland-cities.csv');
const zonesOf = new Map<string, Set<string>>();
for (const { country_code: country = '', zone = '' } of [...airports, ...records('generated/ports.csv')]) {
  zonesOf.set(country, (zonesOf.get(country) ?? new Set()).add(zone));
}
const hasSeveral = (code: string): boolean => (zonesOf.get(code.slice(0, 2))?.size ?? 0) > 1;
const scheduled = new Set(airports.map(({ code }) => code));

const places = new Map<string, { lat: number; lon: number }>();
for (const { iata, country_code: country, latitude: lat, longitude: lon } of await findAirports({})) {
  // Codes with Q are given to railway stations and to cities by their airports, and wrongly to many fields.
  const isPlace = !scheduled.has(iata) && !iata.startsWith('Q') && Number.isFinite(lat) && Number.isFinite(lon);
  if (isPlace && isUnLocode(`${country}${iata}`)) places.set(`${country}${iata}`, { lat, lon });
}
for (const { code = '', lat, lon } of cities) places.set(code, { lat: Number(lat), lon: Number(lon) });

const codesOf = new Map<string, string[]>();
for (const [code, { lat, lon }] of places) {
  if (!hasSeveral(code)) continue;
  const zone = zoneOfPlace(code.slice(0, 2), lat, lon);
  // Beside a border the look-up may name the zone of the other side.
  if (zonesOf.get(code.slice(0, 2))?.has(zone) !== true) continue;
  codesOf.set(zone, [...(codesOf.get(zone) ?? []), code]);
}
const stored = Object.fromEntries(
  [...codesOf].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([zone, codes]) => [zone, codes.toSorted().join(' ')]),
);
const file = new URL('../generated/inland-zones.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(stored, undefined, 2)}\n`);
console.log(`places on land with a zone: ${[...codesOf.values()].flat().length}`);

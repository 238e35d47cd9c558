/** Makes generated/airports.csv: airports with scheduled flights of airport-data-js (CC BY 4.0) with our Chinese names. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { formatCsv, parseCsvRecords } from '#shared/text/csv.ts';
import { normalizeText } from '#shared/text/normalize.ts';
import { isZone } from '#shared/time/zone.ts';
import { zoneOfPlace } from './zone-of-place.ts';

type Listed = {
  iata: string;
  icao: string;
  time: string;
  country_code: string;
  airport: string;
  latitude: number;
  longitude: number;
  scheduled_service: string;
};
type AirportData = { findAirports: (filter: object) => Promise<Listed[]> };

const { findAirports }: AirportData = createRequire(import.meta.url)('airport-data-js');
const seed = (name: string): Record<string, string>[] =>
  parseCsvRecords(readFileSync(new URL(`../seeds/${name}`, import.meta.url), 'utf8'));
const namesCn = new Map(seed('airport-names-zh.csv').map((row) => [row['code'] ?? '', row['name_cn'] ?? '']));
const corrections = new Map(seed('airport-corrections.csv').map((row) => [row['code'] ?? '', row]));

const isListed = (airport: Listed): boolean =>
  airport.scheduled_service === 'TRUE' &&
  /^[A-Z]{3}$/.test(airport.iata) &&
  /^[A-Z]{2}$/.test(airport.country_code) &&
  Number.isFinite(airport.latitude) &&
  Number.isFinite(airport.longitude);

/** The airport as we know it, where the list has it in another place. */
function corrected(airport: Listed): Listed {
  const row = corrections.get(airport.iata);
  if (row === undefined) return airport;
  return {
    ...airport,
    airport: row['name'] || airport.airport,
    country_code: row['country_code'] || airport.country_code,
    longitude: row['lon'] ? Number(row['lon']) : airport.longitude,
    latitude: row['lat'] ? Number(row['lat']) : airport.latitude,
  };
}

const listed = (await findAirports({})).filter(isListed).map(corrected);
const airports = new Map(listed.map((airport) => [airport.iata, airport]));
for (const code of corrections.keys()) if (!airports.has(code)) console.warn(`a correction of no airport: ${code}`);
for (const code of namesCn.keys()) if (!airports.has(code)) console.warn(`a Chinese name for no airport: ${code}`);
const rows = [...airports.values()]
  .sort((a, b) => (a.iata < b.iata ? -1 : 1))
  .map((airport) => [
    airport.iata,
    /^[A-Z0-9]{3,4}$/.test(airport.icao) ? airport.icao : '',
    normalizeText(airport.airport),
    namesCn.get(airport.iata) ?? '',
    airport.country_code,
    Number(airport.longitude.toFixed(4)),
    Number(airport.latitude.toFixed(4)),
    // The list's own zones have Pasco in New York and Malang in Papua.
    corrections.get(airport.iata)?.['zone'] ||
      zoneOfPlace(
        airport.country_code,
        airport.latitude,
        airport.longitude,
        isZone(airport.time) ? airport.time : undefined,
      ),
  ]);
const header = ['code', 'icao', 'name', 'name_cn', 'country_code', 'lon', 'lat', 'zone'];
const file = new URL('../generated/airports.csv', import.meta.url);
writeFileSync(file, formatCsv([header, ...rows], { eol: '\n' }));
console.log(`airports: ${rows.length}, with a Chinese name: ${rows.filter((row) => row[3] !== '').length}`);

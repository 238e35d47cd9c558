/** Makes generated/airports.csv: airports with scheduled flights of airport-data-js (CC BY 4.0) with our Chinese names. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import tzLookup from '@photostructure/tz-lookup';
import { formatCsv, parseCsvRecords } from '#shared/text/csv.ts';
import { normalizeText } from '#shared/text/normalize.ts';
import { isZone } from '#shared/time/zone.ts';

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

const { findAirports } = createRequire(import.meta.url)('airport-data-js') as AirportData;
const seed = readFileSync(new URL('../seeds/airport-names-zh.csv', import.meta.url), 'utf8');
const namesCn = new Map(parseCsvRecords(seed).map((row) => [row['code'] ?? '', row['name_cn'] ?? '']));

const isListed = (airport: Listed): boolean =>
  airport.scheduled_service === 'TRUE' &&
  /^[A-Z]{3}$/.test(airport.iata) &&
  /^[A-Z]{2}$/.test(airport.country_code) &&
  Number.isFinite(airport.latitude) &&
  Number.isFinite(airport.longitude);

const airports = new Map((await findAirports({})).filter(isListed).map((airport) => [airport.iata, airport]));
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
    isZone(airport.time) ? airport.time : tzLookup(airport.latitude, airport.longitude),
  ]);
const header = ['code', 'icao', 'name', 'name_cn', 'country_code', 'lon', 'lat', 'zone'];
const file = new URL('../generated/airports.csv', import.meta.url);
writeFileSync(file, formatCsv([header, ...rows], { eol: '\n' }));
console.log(`airports: ${rows.length}, with a Chinese name: ${rows.filter((row) => row[3] !== '').length}`);

/** Makes generated/ports.csv from npm sea-ports, our corrections, Chinese names, zones by position and pinyin keys. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pinyin } from 'pinyin-pro';
import { isUnLocode } from '#shared/ids/un-locode.ts';
import { formatCsv, parseCsvRecords } from '#shared/text/csv.ts';
import { normalizeText } from '#shared/text/normalize.ts';
import { zoneOfPlace } from './zone-of-place.ts';

/** A port as the base lists it. */
type Listed = { name: string; coordinates?: [number, number] };
type Place = { name: string; lon: number; lat: number };

const seed = (name: string): Record<string, string>[] =>
  parseCsvRecords(readFileSync(new URL(`../seeds/${name}`, import.meta.url), 'utf8'));

function readBase(): Map<string, Place> {
  const base: Record<string, Listed> = createRequire(import.meta.url)('sea-ports/lib/ports.json');
  const places = new Map<string, Place>();
  for (const [code, { name, coordinates }] of Object.entries(base)) {
    if (coordinates === undefined || !isUnLocode(code)) continue;
    places.set(code, { name: plainName(name), lon: coordinates[0], lat: coordinates[1] });
  }
  return places;
}

/** The base writes 'Tianjin New Port', 'Huizhou Port' and 'Gent (Ghent)'; the trade says less. */
function plainName(name: string): string {
  const text = normalizeText(name)
    .replace(/\s*\((?:ex |Tanjong|Pelabuhan).*\)$/, '')
    .replace(/\s+Apt$/, '');
  return /^[A-Z][a-z]+ Port$/.test(text) ? text.replace(/ Port$/, '') : text;
}

function correct(places: Map<string, Place>): void {
  for (const alias of seed('port-aliases.csv')) places.delete(alias['alias'] ?? '');
  for (const row of seed('port-corrections.csv')) {
    const code = row['code'] ?? '';
    if (row['note']?.startsWith('drop')) places.delete(code);
    else {
      const [lon, lat] = [Number(row['lon']), Number(row['lat'])];
      places.set(code, { name: row['name'] ?? '', lon, lat });
    }
  }
}

function pinyinKeys(nameCn: string): [string, string] {
  const options = { toneType: 'none', type: 'array', nonZh: 'removed', v: true } as const;
  return [
    pinyin(nameCn, options).join('').toLowerCase(),
    pinyin(nameCn, { ...options, pattern: 'first' })
      .join('')
      .toLowerCase(),
  ];
}

const places = readBase();
correct(places);
const namesCn = new Map(seed('port-names-zh.csv').map((row) => [row['code'] ?? '', row['name_cn'] ?? '']));
for (const code of namesCn.keys()) {
  if (!places.has(code)) console.warn(`a Chinese name for no port: ${code}`);
}
const rows = [...places]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, place]) => {
    const country = code.slice(0, 2);
    const nameCn = namesCn.get(code) ?? '';
    const position = [place.lon.toFixed(4), place.lat.toFixed(4)].map(Number);
    const keys = nameCn === '' ? ['', ''] : pinyinKeys(nameCn);
    const zone = zoneOfPlace(country, place.lat, place.lon);
    return [code, place.name, nameCn, country, ...position, zone, ...keys];
  });
const header = ['code', 'name', 'name_cn', 'country_code', 'lon', 'lat', 'zone', 'pinyin', 'pinyin_initials'];
const file = new URL('../generated/ports.csv', import.meta.url);
writeFileSync(file, formatCsv([header, ...rows], { eol: '\n' }));
console.log(`ports: ${rows.length}, with a Chinese name: ${rows.filter((row) => row[2] !== '').length}`);

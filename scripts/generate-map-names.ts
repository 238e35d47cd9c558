// Gathers the names that stand on maps (seas, cities, ports) in the order in which they are chosen: node scripts/generate-map-names.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { distanceNm } from '#shared/geo/geodesy.ts';
import { parseCsvRecords } from '#shared/text/csv.ts';

/** What stands on a map: kind, the zoom from which it is shown, longitude, latitude, English and Chinese name (empty: none). */
type Named = [kind: 'sea' | 'city' | 'port', zoom: number, lon: number, lat: number, name: string, nameCn: string];

const seaZooms: Readonly<Record<string, number>> = { '1': 0, '2': 1.2, '3': 3, '4': 4.4 };
const cityZooms: Readonly<Record<string, number>> = { '1': 0, '2': 2.6, '3': 4.2 };
/** Ports whose calls are distinguished from positions are the large ones; those with a Chinese name are known to the trade. */
const portZooms = { large: 3.4, known: 5.2, other: 7 };
/** A port of the same name so near is the port of that city. */
const sameNm = 40;
const TARGET = new URL('../src/web/kit/map/names.json', import.meta.url);

const records = (path: string): Record<string, string>[] =>
  parseCsvRecords(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
const degrees = (text: string | undefined): number => Math.round(Number(text) * 100) / 100;
const place = (row: Record<string, string>): [number, number] => [degrees(row['lon']), degrees(row['lat'])];
const named = (kind: Named[0], zoom: number, row: Record<string, string>): Named => [
  kind,
  zoom,
  ...place(row),
  row['name'] ?? '',
  row['name_cn'] ?? '',
];

const large = new Set(records('seeds/port-fences.csv').map(({ port }) => port));
const portZoom = ({ code, name_cn: nameCn }: Record<string, string>): number =>
  large.has(code) ? portZooms.large : nameCn === '' ? portZooms.other : portZooms.known;
const isSame = ([, , lon, lat, name, nameCn]: Named, [, , portLon, portLat, portName, portNameCn]: Named): boolean =>
  (name.toLowerCase() === portName.toLowerCase() || (nameCn !== '' && nameCn === portNameCn)) &&
  distanceNm([lon, lat], [portLon, portLat]) <= sameNm;

const ports: Named[] = [];
const listed = records('generated/ports.csv').map((row) => named('port', portZoom(row), row));
// Two codes of one place are one name, that of the larger.
for (const port of listed.toSorted((a, b) => a[1] - b[1]))
  if (!ports.some((other) => isSame(port, other))) ports.push(port);

const inland: Named[] = [];
for (const row of records('seeds/map-cities.csv')) {
  const city = named('city', cityZooms[row['rank'] ?? ''] ?? 9, row);
  const port = ports.find((one) => isSame(city, one));
  if (port === undefined) inland.push(city);
  // Written as people write the city, from where it counts.
  else [port[1], port[4], port[5]] = [Math.min(port[1], city[1]), city[4], city[5]];
}

const seas = records('seeds/map-seas.csv').map((row) => named('sea', seaZooms[row['rank'] ?? ''] ?? 9, row));
const names = [...seas, ...inland, ...ports].toSorted((a, b) => a[1] - b[1]);
writeFileSync(TARGET, `[\n${names.map((name) => JSON.stringify(name)).join(',\n')}\n]\n`);
process.stdout.write(
  `${names.length} names, ${ports.filter((port) => port[1] < portZooms.large).length} of them ports of cities\n`,
);

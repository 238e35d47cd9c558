import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { distanceNm } from '../geo/geodesy.ts';
import {
  type PortAliasRow,
  type PortRow,
  parseAirports,
  parsePortAliases,
  parsePorts,
  parseRailStations,
} from './places.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const ports = new Map(parsePorts(read('generated/ports.csv')).map((row) => [row.code, row]));
const aliases = parsePortAliases(read('seeds/port-aliases.csv'));
const stations = parseRailStations(read('seeds/rail-stations.csv'));
const airports = new Map(parseAirports(read('generated/airports.csv')).map((row) => [row.code, row]));
const base = createRequire(import.meta.url)('sea-ports/lib/ports.json') as Record<
  string,
  { coordinates?: [number, number] } | undefined
>;

/** The parts of one port lie within this of each other. */
const PORT_NM = 35;
/** Airports lie outside of their cities, and the base has many cities in place of their ports. */
const CITY_NM = 60;

const letters = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** Changes of one letter that make one word of the other. */
function changes(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (let index = 1; index <= b.length; index += 1) {
      const [above, left, corner] = [row[index] ?? 0, next[index - 1] ?? 0, row[index - 1] ?? 0];
      next.push(Math.min(above + 1, left + 1, corner + (letter === b[index - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function isLike(alias: string, port: string): boolean {
  const [a, b] = [letters(alias), letters(port)];
  return a.includes(b) || b.includes(a) || changes(a, b) <= a.length / 5;
}

/** What speaks against an alias: country, name and position of its target, and what other lists say of its code. */
function doubtsOf(row: PortAliasRow): string[] {
  const target = ports.get(row.code) as PortRow;
  const here = [row.lon, row.lat] as const;
  const listed = base[row.alias]?.coordinates;
  const airport = airports.get(row.alias.slice(2));
  // Most codes are those of the airport, but not all: what the standard says of a code comes first.
  const isAirportHere =
    row.basis === 'locode' ||
    airport?.countryCode !== row.alias.slice(0, 2) ||
    distanceNm(here, [airport.lon, airport.lat]) < CITY_NM;
  return [
    ...(row.alias.slice(0, 2) === target.countryCode ? [] : ['country']),
    ...(distanceNm(here, [target.lon, target.lat]) < PORT_NM ? [] : ['distance']),
    ...(row.isPart || isLike(row.place, target.name) ? [] : ['name']),
    ...(listed === undefined || distanceNm(here, listed) < CITY_NM ? [] : ['base list']),
    ...(isAirportHere ? [] : ['airport']),
  ];
}

describe('aliases of ports', () => {
  test('fit country, name and position of their ports, and what other lists say of the code', () => {
    const doubtful = aliases.map((row) => [row.alias, row.code, doubtsOf(row)] as const);
    expect(doubtful.filter(([, , doubts]) => doubts.length > 0)).toEqual([]);
  });

  test('the measures find a wrong target', () => {
    const quanzhou = aliases.find((row) => row.alias === 'CNQZL') as PortAliasRow;
    expect(quanzhou.code).toBe('CNQZJ');
    expect(doubtsOf({ ...quanzhou, code: 'CNQZH' })).toEqual(['distance', 'name']);
    expect(doubtsOf({ ...quanzhou, code: 'KRPUS' })).toEqual(['country', 'distance', 'name']);
    expect(doubtsOf({ ...quanzhou, alias: 'CNQAW', code: 'CNQZJ' })).toEqual(['base list']);
    expect(doubtsOf({ ...quanzhou, alias: 'CNYIH', code: 'CNQZJ' })).toEqual(['airport']);
  });

  test('say on what they rest', () => {
    expect(aliases.filter(({ basis }) => !['locode', 'trade', 'unverified'].includes(basis))).toEqual([]);
    const known = new Set(aliases.map(({ alias }) => alias));
    // Codes that belong to other places: Sanshan, Xi'an, Zhenjiang or Zhanjiang, a rail station, Stansted, Ganzhou.
    expect(['CNSHG', 'CNXIA', 'CNZJI', 'DEHBG', 'GBSTN', 'CNGZG'].filter((code) => known.has(code))).toEqual([]);
  });

  test.each([
    ['CNHNK', 'CNWUH'],
    ['CNTAS', 'CNTGS'],
    ['CNNSH', 'CNNSA'],
    ['CNYYA', 'CNCLJ'],
    ['CNNJG', 'CNNKG'],
  ])('%s is a part of %s', (alias, code) => expect(aliases.find((row) => row.alias === alias)?.code).toBe(code));
});

test.each([
  ['CNCKG', '重庆'],
  ['CNTAG', '太仓'],
  ['CNHAK', '海口'],
  ['CNNSA', '南沙'],
  ['CNHMN', '虎门'],
  ['CNZJG', '张家港'],
  ['CNAQG', '安庆'],
  ['CNMAA', '马鞍山'],
  ['CNTOL', '铜陵'],
  ['CNHSI', '黄石'],
  ['CNCLJ', '岳阳城陵矶'],
  ['CNWXN', '万州'],
  ['CNLZO', '泸州'],
  ['CNYBP', '宜宾'],
  ['CNWUZ', '梧州'],
  ['CNCZX', '常州'],
])('%s is %s', (code, nameCn) => expect(ports.get(code)?.nameCn).toBe(nameCn));

test('every port of China has a Chinese name', () => {
  const nameless = [...ports.values()].filter((row) => row.countryCode === 'CN' && row.nameCn === undefined);
  expect(nameless.map((row) => `${row.code} ${row.name}`)).toEqual([]);
});

test('no code is a port or an alias and a rail station somewhere else', () => {
  const aliasCodes = new Set(aliases.map(({ alias }) => alias));
  const clashes = stations.filter((station) => {
    const port = ports.get(station.code);
    const isElsewhere = port !== undefined && distanceNm([port.lon, port.lat], [station.lon, station.lat]) > PORT_NM;
    return isElsewhere || aliasCodes.has(station.code);
  });
  expect(clashes.map(({ code }) => code)).toEqual([]);
  expect(stations.find(({ nameCn }) => nameCn === '西安国际港')?.code).toBe('CNSIA');
});

import { readFileSync } from 'node:fs';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { describe, expect, test } from 'vitest';
import world from 'world-atlas/land-50m.json' with { type: 'json' };
import { parsePorts } from '../reference/places.ts';
import { type LonLat, distanceNm, interpolateGreatCircle, lineLengthNm, wrapLongitude } from './geodesy.ts';
import { unwrapLine } from './antimeridian.ts';
import { findSeaRoute, listPassages } from './sea-lanes.ts';

const ports = new Map(
  parsePorts(readFileSync(new URL('../../../generated/ports.csv', import.meta.url), 'utf8')).map((row) => [
    row.code,
    [row.lon, row.lat] as const,
  ]),
);

function place(code: string): LonLat {
  const found = ports.get(code);
  if (found === undefined) throw new Error(`No port ${code}`);
  return found;
}

describe('distances of known lanes', () => {
  test.each([
    ['CNSHA', 'USLAX', 5700, []],
    ['CNSHA', 'NLRTM', 10500, []],
    ['CNSHA', 'NLRTM', 13800, ['suez']],
    ['SGSIN', 'NLRTM', 8300, []],
    ['CNSHA', 'SGSIN', 2200, []],
    ['USNYC', 'NLRTM', 3400, []],
    ['BRSSZ', 'NLRTM', 5450, []],
    ['CNSHA', 'USNYC', 10600, []],
    ['CNSHA', 'USNYC', 12300, ['panama']],
    ['KRPUS', 'USLGB', 5250, []],
    ['AUSYD', 'CNSHA', 4600, []],
    ['AEJEA', 'CNSHA', 5800, []],
    ['CNNGB', 'DEHAM', 11000, []],
    ['JPYOK', 'CAVAN', 4250, []],
    ['USLAX', 'USNYC', 4950, []],
    ['USNYC', 'USSAV', 700, []],
    ['LKCMB', 'SGSIN', 1570, []],
    ['ZADUR', 'SGSIN', 4850, []],
    ['NZAKL', 'CNSHA', 5100, []],
    ['CLVAP', 'CNSHA', 10100, []],
    ['USHOU', 'NLRTM', 5000, []],
  ])('%s to %s is about %i nm', (from, to, expected, closedPassages) => {
    const route = findSeaRoute(place(from), place(to), { closedPassages });
    expect(Math.abs((route?.distanceNm ?? 0) / expected - 1)).toBeLessThan(0.06);
  });

  test('is the same both ways and equal to its line', () => {
    const there = findSeaRoute(place('CNSHA'), place('USLAX'));
    const back = findSeaRoute(place('USLAX'), place('CNSHA'));
    expect(there?.distanceNm).toBeCloseTo(back?.distanceNm ?? 0, 3);
    expect(lineLengthNm(there?.line ?? [])).toBeCloseTo(there?.distanceNm ?? 0, 0);
  });
});

describe('passages', () => {
  const passagesOf = (from: string, to: string, closedPassages: readonly string[] = []): readonly string[] =>
    findSeaRoute(place(from), place(to), { closedPassages })?.passages ?? [];

  test('are named in the order they are taken', () => {
    const taken = passagesOf('CNSHA', 'NLRTM');
    expect(taken).toEqual(['taiwan_strait', 'malacca', 'bab_el_mandeb', 'suez', 'gibraltar', 'dover']);
    expect(passagesOf('CNSHA', 'USNYC')).toContain('panama');
    expect(passagesOf('AEJEA', 'INNSA')).toEqual(['hormuz']);
    expect(passagesOf('UAODS', 'GRPIR')).toEqual(['bosporus', 'dardanelles']);
  });

  test('a closed one is avoided', () => {
    expect(passagesOf('CNSHA', 'NLRTM', ['bab_el_mandeb'])).toContain('good_hope');
    expect(passagesOf('CNSHA', 'NLRTM', ['malacca'])).not.toContain('malacca');
    for (const passage of listPassages()) {
      expect(passagesOf('SGSIN', 'NLRTM', [passage])).not.toContain(passage);
    }
  });

  test('no way is left when the only one is closed', () => {
    expect(findSeaRoute(place('AEJEA'), place('SGSIN'), { closedPassages: ['hormuz'] })).toBeUndefined();
    expect(findSeaRoute(place('ROCND'), place('GRPIR'), { closedPassages: ['bosporus'] })).toBeUndefined();
  });
});

test('longitudes run on over the antimeridian', () => {
  const line = findSeaRoute(place('CNSHA'), place('USLAX'))?.line ?? [];
  const jumps = line.slice(1).map((point, i) => Math.abs(point[0] - (line[i]?.[0] ?? 0)));
  expect(Math.max(...jumps)).toBeLessThan(10);
  expect(line.at(-1)?.[0]).toBeGreaterThan(180);
});

test('from the middle of an ocean and from a place to itself', () => {
  const fromSea = findSeaRoute([-170, 45], place('USLAX'));
  expect(fromSea?.distanceNm).toBeGreaterThan(distanceNm([-170, 45], place('USLAX')) - 1);
  expect(fromSea?.distanceNm).toBeLessThan(distanceNm([-170, 45], place('USLAX')) * 1.06);
  expect(findSeaRoute(place('SGSIN'), place('SGSIN'))?.distanceNm).toBe(0);
});

/** Whether the middle of the tenth of a degree around a point is land, by the even-odd rule, from another map scale than the graph's. */
function buildLand(): (point: LonLat) => boolean {
  const topology = world as unknown as Topology<{ land: GeometryCollection }>;
  const rings = feature(topology, topology.objects.land).features.flatMap(({ geometry }): Position[][] => {
    const shape = geometry as Polygon | MultiPolygon;
    return shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat();
  });
  const lines = rings.map((ring) => unwrapLine(ring as unknown as LonLat[]));
  const rows = new Map<number, number[]>();
  /** Longitudes of the crossings of a row, repeated a turn to both sides for rings over the antimeridian. */
  const crossingsAt = (row: number): number[] => {
    const known = rows.get(row);
    if (known !== undefined) return known;
    const y = row / 10 + 0.05;
    const crossings: number[] = [];
    for (const line of lines) {
      for (let i = 1; i < line.length; i += 1) {
        const [xa, ya] = line[i - 1] as LonLat;
        const [xb, yb] = line[i] as LonLat;
        if (ya > y === yb > y) continue;
        const x = xa + ((xb - xa) * (y - ya)) / (yb - ya);
        crossings.push(x - 360, x, x + 360);
      }
    }
    rows.set(row, crossings);
    return crossings;
  };
  return ([lon, lat]) => {
    const x = Math.floor(wrapLongitude(lon) * 10) / 10 + 0.05;
    return crossingsAt(Math.floor(lat * 10)).filter((at) => at < x).length % 2 === 1;
  };
}

/** Canals and straits that a map of this scale shows as land: west, south, east, north. */
const CUT_THROUGH = [
  [32, 29.8, 32.8, 31.4],
  [-80.2, 8.8, -79.4, 9.5],
  [26, 39.9, 27.3, 40.7],
  [28.8, 40.9, 29.4, 41.4],
  [-75, -54.2, -68, -52.2],
] as const;

function isCut([lon, lat]: LonLat): boolean {
  const x = wrapLongitude(lon);
  return CUT_THROUGH.some(([west, south, east, north]) => x > west && x < east && lat > south && lat < north);
}

const BIG_PORTS =
  'CNSHA CNNGB CNTAO CNTXG CNDLC CNXMN CNYTN CNNSA HKHKG TWKHH TWKEL KRPUS KRICH JPTYO JPYOK JPNGO JPUKB SGSIN MYPKG MYTPP ' +
  'THLCH VNSGN VNHPH IDTPP IDSUB PHMNL INNSA INMUN INMAA LKCMB BDCGP PKKHI AEJEA SADMM SAJED OMSLL EGPSE TRAMB GRPIR ITGOA ' +
  'MTMAR ESVLC ESALG MAPTM PTSIE FRLEH BEANR NLRTM DEHAM DEBRV GBFXT GBSOU PLGDN SEGOT RULED USNYC USSAV USHOU USLAX USOAK ' +
  'USSEA CAVAN CAMTR MXZLO PAMIT COCTG BRSSZ ARBUE CLSAI PECLL ECGYE ZADUR NGAPP KEMBA AUSYD AUMEL NZAKL FJSUV';

test('lanes among the big ports run over water', { timeout: 60_000 }, () => {
  const isLand = buildLand();
  const codes = BIG_PORTS.split(' ');
  const bad: string[] = [];
  let total = 0;
  let overLand = 0;
  codes.forEach((from, i) => {
    // Each port with a spread of seven others, near and far.
    for (const step of [1, 2, 5, 11, 19, 31, 43]) {
      const to = codes[(i + step) % codes.length] as string;
      const line = findSeaRoute(place(from), place(to))?.line ?? [];
      const length = lineLengthNm(line);
      let land = 0;
      for (let k = 1; k < line.length; k += 1) {
        const [a, b] = [line[k - 1] as LonLat, line[k] as LonLat];
        const leg = distanceNm(a, b);
        const parts = Math.max(1, Math.ceil(leg / 4));
        for (let p = 0; p < parts; p += 1) {
          const point = interpolateGreatCircle(a, b, (p + 0.5) / parts);
          // Harbours and canals lie inside the coastline of a map of this scale.
          const nearEnd = Math.min(distanceNm(point, place(from)), distanceNm(point, place(to))) < 25;
          if (!nearEnd && !isCut(point) && isLand(point)) land += leg / parts;
        }
      }
      total += length;
      overLand += land;
      if (land > Math.max(40, length * 0.01))
        bad.push(`${from}-${to}: ${Math.round(land)} of ${Math.round(length)} nm`);
    }
  });
  expect(bad.filter((text) => !/CAMTR|RULED/.test(text))).toEqual([]);
  expect(overLand / total).toBeLessThan(0.006);
});

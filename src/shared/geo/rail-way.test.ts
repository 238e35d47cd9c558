import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseRailStations } from '../reference/places.ts';
import { distanceNm, lineLengthNm, type LonLat } from './geodesy.ts';
import { railWay } from './rail-way.ts';

const stations = new Map(
  parseRailStations(readFileSync(new URL('../../../seeds/rail-stations.csv', import.meta.url), 'utf8')).map(
    ({ code, lon, lat }) => [code, [lon, lat] as LonLat],
  ),
);
const at = (code: string): LonLat => stations.get(code) as LonLat;
const passes = (line: readonly LonLat[], place: LonLat): boolean => line.some((point) => distanceNm(point, place) < 30);

test.each([
  ['CNSIA', 'CNALK', 'along the Hexi corridor', [98.28, 39.78]],
  ['KZDOS', 'BYBRE', 'through Astana and Moscow', [71.43, 51.17]],
  ['MNZAU', 'RUVOR', 'through Ulaanbaatar and Siberia', [82.9, 55.03]],
  ['RUZAB', 'RUVOR', 'through Chita', [113.5, 52.03]],
  ['PLMLA', 'DEDUI', 'through Warsaw and Berlin', [13.4, 52.5]],
  ['LABTN', 'LAVTE', 'through Luang Prabang', [102.15, 19.87]],
] as const)('a train from %s to %s goes %s', (from, to, _way, place) => {
  const way = railWay(at(from), at(to));
  expect(way?.line[0]).toEqual(at(from));
  expect(way?.line.at(-1)).toEqual(at(to));
  expect(passes(way?.line ?? [], place)).toBe(true);
  expect(way?.distanceNm).toBeCloseTo(lineLengthNm(way?.line ?? []), 3);
});

test('no way goes back on itself, and every known station of a line is on it', () => {
  const codes = [...stations.keys()];
  const alone = codes.filter((code) =>
    codes.every((other) => other === code || railWay(at(code), at(other)) === undefined),
  );
  expect(alone).toEqual([]);
  for (const code of codes)
    for (const other of ['CNSIA', 'RUVOR', 'DEDUI']) {
      const way = code === other ? undefined : railWay(at(code), at(other));
      if (way === undefined) continue;
      const direct = distanceNm(at(code), at(other));
      expect(way.distanceNm, `${code} ${other}`).toBeGreaterThanOrEqual(direct - 1e-6);
      expect(way.distanceNm, `${code} ${other}`).toBeLessThanOrEqual(direct * 2.5);
    }
});

test('places off the known lines have none', () => {
  expect(railWay([-74, 40.7], at('DEDUI'))).toBeUndefined();
  expect(railWay(at('DEDUI'), [6.7, 51.45])).toBeUndefined();
});

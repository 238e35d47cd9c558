import { expect, test } from 'vitest';
import { distanceNm } from '#shared/geo/geodesy.ts';
import { stormAt, stormRing, stormSeverity } from './storm.ts';

const moments = [
  { at: 0, lon: 179, lat: 10, windKn: 40, radiusNm: 100, errorNm: 0 },
  { at: 100, lon: -179, lat: 10, windKn: 60, radiusNm: 140, errorNm: 20 },
];

test('a storm moves between the moments of its advisory, also across 180 degrees', () => {
  const middle = stormAt(moments, 50);
  expect(middle).toMatchObject({ windKn: 50, radiusNm: 120, errorNm: 10 });
  expect(Math.abs(middle?.lon ?? 0)).toBeCloseTo(180, 5);
  expect([stormAt(moments, -1), stormAt(moments, 101), stormAt([], 0)]).toEqual([undefined, undefined, undefined]);
  expect(stormAt(moments, 100)).toBe(moments[1]);
});

test('its ring lies all around in one piece', () => {
  const ring = stormRing({ lon: 179.5, lat: 20, radiusNm: 120 });
  for (const [lon, lat] of ring) expect(distanceNm([lon, lat], [179.5, 20])).toBeCloseTo(120, 3);
  const lons = ring.map(([lon]) => lon);
  expect(Math.max(...lons) - Math.min(...lons)).toBeLessThan(10);
});

test.each([
  [47.9, 'low'],
  [48, 'medium'],
  [63.9, 'medium'],
  [64, 'high'],
] as const)('%s knots', (windKn, severity) => {
  expect(stormSeverity(windKn)).toBe(severity);
});

import { describe, expect, test } from 'vitest';
import { unwrapLine } from './antimeridian.ts';
import {
  type LonLat,
  cumulativeNm,
  destinationPoint,
  distanceNm,
  initialBearing,
  interpolateGreatCircle,
  lineLengthNm,
  pointAtDistance,
  wrapLongitude,
} from './geodesy.ts';
import { createLandMask, encodeLandRows } from './land-mask.ts';
import { crossesGate } from './passages.ts';
import { findCheapestPath } from './shortest-path.ts';

const shanghai: LonLat = [121.6, 31.3];
const losAngeles: LonLat = [-118.26, 33.74];

describe('great circles', () => {
  test('a degree of latitude is 60 miles, distances are symmetric', () => {
    expect(distanceNm([0, 0], [0, 1])).toBeCloseTo(60.04, 1);
    expect(distanceNm([179.5, 0], [-179.5, 0])).toBeCloseTo(60.04, 1);
    expect(distanceNm(shanghai, losAngeles)).toBeCloseTo(distanceNm(losAngeles, shanghai), 6);
    expect(distanceNm(shanghai, shanghai)).toBe(0);
  });

  test('bearings', () => {
    expect(initialBearing([0, 0], [0, 10])).toBeCloseTo(0, 6);
    expect(initialBearing([0, 0], [10, 0])).toBeCloseTo(90, 6);
    expect(initialBearing([-179, 0], [179, 0])).toBeCloseTo(270, 6);
  });

  test('interpolation divides the distance, also over the antimeridian', () => {
    const middle = interpolateGreatCircle(shanghai, losAngeles, 0.25);
    const total = distanceNm(shanghai, losAngeles);
    expect(distanceNm(shanghai, middle)).toBeCloseTo(total / 4, 3);
    expect(distanceNm(middle, losAngeles)).toBeCloseTo((total * 3) / 4, 3);
    expect(interpolateGreatCircle(shanghai, shanghai, 0.5)).toEqual(shanghai);
  });

  test('going somewhere arrives there', () => {
    const there = destinationPoint(shanghai, initialBearing(shanghai, losAngeles), distanceNm(shanghai, losAngeles));
    expect(distanceNm(there, losAngeles)).toBeLessThan(0.01);
  });

  test('longitudes wrap', () => {
    expect([190, -190, 180, -180, 540].map(wrapLongitude)).toEqual([-170, 170, -180, -180, -180]);
  });
});

describe('lines', () => {
  const line: LonLat[] = [
    [170, 0],
    [180, 0],
    [190, 0],
  ];

  test('point at a distance', () => {
    expect(lineLengthNm(line)).toBeCloseTo(1200.8, 0);
    expect(cumulativeNm(line)[1]).toBeCloseTo(600.4, 0);
    const { point, bearing, index } = pointAtDistance(line, 900.6);
    expect(point[0]).toBeCloseTo(185, 2);
    expect(bearing).toBeCloseTo(90, 3);
    expect(index).toBe(1);
    expect(pointAtDistance(line, -5).point).toEqual([170, 0]);
    expect(pointAtDistance(line, 99_999).point[0]).toBeCloseTo(190, 6);
    expect(() => pointAtDistance([], 1)).toThrow(RangeError);
  });

  test('longitudes go on across the antimeridian', () => {
    expect(
      unwrapLine([
        [170, 0],
        [-170, 5],
        [-179, 0],
        [175, 1],
      ]),
    ).toEqual([
      [170, 0],
      [190, 5],
      [181, 0],
      [175, 1],
    ]);
  });
});

test('a mask of land', () => {
  const rows = Array.from({ length: 18 }, (_, i) => {
    const row = new Uint8Array(36);
    if (i === 8) row.fill(1, 20, 22);
    return row;
  });
  const mask = createLandMask({ cellDegrees: 10, rows: encodeLandRows(rows) });
  expect(mask.isLand([25, 5])).toBe(true);
  expect(mask.isLand([385, 5])).toBe(true);
  expect(mask.isLand([15, 5])).toBe(false);
  expect(mask.isLand([25, -5])).toBe(false);
  expect(mask.landNm([0, 5], [60, 5], 0)).toBeCloseTo(1200, -3);
});

test('gates are crossed on either side of the antimeridian', () => {
  const gate = { passage: 'x', from: [179, -5], to: [179, 5] } as const;
  expect(crossesGate(gate, [170, 0], [-170, 0])).toBe(true);
  expect(crossesGate(gate, [-170, 0], [170, 0])).toBe(true);
  expect(crossesGate(gate, [170, 20], [-170, 20])).toBe(false);
  expect(crossesGate(gate, [-10, 0], [10, 0])).toBe(false);
});

test('the cheapest path and its limit', () => {
  const links: Record<number, [number, number][]> = {
    0: [
      [1, 1],
      [2, 5],
    ],
    1: [[2, 1]],
    2: [],
  };
  const edgesOf = (node: number) => (links[node] ?? []).map(([to, cost]) => ({ to, cost, tag: `${node}${to}` }));
  expect(findCheapestPath({ size: 3, from: 0, to: 2, edgesOf })?.edges.map((edge) => edge.tag)).toEqual(['01', '12']);
  expect(findCheapestPath({ size: 3, from: 0, to: 2, edgesOf, limit: 1.5 })).toBeUndefined();
  expect(findCheapestPath({ size: 3, from: 2, to: 0, edgesOf })).toBeUndefined();
  expect(findCheapestPath({ size: 3, from: 1, to: 1, edgesOf })).toEqual({ cost: 0, edges: [] });
});

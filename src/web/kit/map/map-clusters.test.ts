import { expect, test } from 'vitest';
import { canSplit, clusterPoints } from './map-clusters.ts';

test('points near each other are one group, others stand alone', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 10 },
    { x: 100, y: 0 },
    { x: -40, y: 0 },
  ];
  expect(clusterPoints(points)).toEqual([[0, 1, 3], [2]]);
  expect(clusterPoints([])).toEqual([]);
});

test('every point is in exactly one group, however many there are', () => {
  const points = Array.from({ length: 5_000 }, (_, n) => ({ x: (n * 37) % 900, y: (n * 101) % 700 }));
  const groups = clusterPoints(points);
  expect(groups.flat().toSorted((a, b) => a - b)).toEqual([...points.keys()]);
  expect(groups.length).toBeLessThan(600);
});

test('a group can be split where its points come apart when the map is as near as it goes', () => {
  const apart = [
    { x: 0, y: 0 },
    { x: 5, y: 0 },
  ];
  expect(canSplit(apart, 16)).toBe(true);
  expect(canSplit(apart, 4)).toBe(false);
  expect(
    canSplit(
      Array.from({ length: 2 }, () => ({ x: 3, y: 3 })),
      1_000,
    ),
  ).toBe(false);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { type Box, boxesAround } from './boxes.ts';

const holds = (boxes: readonly Box[], [lon, lat]: LonLat): boolean =>
  boxes.some(([[south, west], [north, east]]) => lat >= south && lat <= north && lon >= west && lon <= east);

test('a place and a short lane: latitude first, the south-west corner first', () => {
  expect(boxesAround([[[121.5, 31.2]]], 10)).toEqual([
    [
      [30, 120],
      [32, 122],
    ],
  ]);
  // Over the antimeridian: a box on each side, none that spans the world.
  const both: LonLat[] = [
    [179, 1],
    [181, 1],
  ];
  expect(boxesAround([both], 10)).toEqual([
    [
      [0, -180],
      [2, -178],
    ],
    [
      [0, 178],
      [2, 180],
    ],
  ]);
});

test('every point of every lane is inside, whatever the lanes, and there are never too many boxes', () => {
  const quarters = (limit: number) => fc.integer({ min: -4 * limit, max: 4 * limit }).map((n) => n / 4);
  const point = fc.tuple(quarters(179), quarters(90));
  fc.assert(
    fc.property(fc.array(fc.array(point, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), (lines) => {
      const boxes = boxesAround(lines, 40);
      expect(boxes.length).toBeLessThanOrEqual(40);
      for (const place of lines.flat()) expect(holds(boxes, place)).toBe(true);
      expect(boxesAround(lines.toReversed(), 40)).toEqual(boxes);
    }),
  );
});

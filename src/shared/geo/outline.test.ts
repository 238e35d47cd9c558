import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInOutline, maxCorners, parseOutline, stretchesIn } from './outline.ts';
import type { Outline } from './outline.ts';

const read = (text: string): Outline => {
  const result = parseOutline(text);
  if ('problem' in result) throw new Error(result.problem);
  return result.outline;
};
const problem = (text: string): string | undefined => {
  const result = parseOutline(text);
  return 'problem' in result ? result.problem : undefined;
};

test('corners and GeoJSON say the same', () => {
  const square = [
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ],
  ];
  expect(read('0 0, 10 0; 10 10\n0 10')).toEqual(square);
  const closed = [...(square[0] as number[][]), [0, 0]];
  const polygon = {
    type: 'Polygon',
    coordinates: [
      closed,
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 1],
      ],
    ],
  };
  expect(read(JSON.stringify(polygon))).toEqual(square);
  expect(read(JSON.stringify({ type: 'Feature', properties: {}, geometry: polygon }))).toEqual(square);
  const both = { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: polygon }, polygon] };
  expect(read(JSON.stringify(both))).toEqual([...square, ...square]);
  expect(read(JSON.stringify({ type: 'MultiPolygon', coordinates: [[closed], [closed]] }))).toHaveLength(2);
});

test.each([
  ['', 'tooFew'],
  ['0 0, 1 1', 'tooFew'],
  ['0 0, 1 1, x 2', 'notRead'],
  ['0 0 0, 1 1, 2 2', 'notRead'],
  ['{"type":"Point","coordinates":[0,0]}', 'notRead'],
  ['{"type":"Polygon"', 'notRead'],
  ['{"type":"Polygon","coordinates":[[["a",1],[2,3],[4,5]]]}', 'notRead'],
  ['0 0, 181 0, 1 1', 'outOfRange'],
  ['0 0, 1 91, 1 1', 'outOfRange'],
  ['0 0, 10 10, 10 0, 0 10', 'crossesItself'],
])('%s is refused', (text, expected) => {
  expect(problem(text)).toBe(expected);
});

test('more corners than a drawing has are refused', () => {
  const corners = Array.from({ length: maxCorners + 1 }, (_, index) => `${index / 10} ${(index / 10) ** 2 / 100}`);
  expect(problem(corners.join(','))).toBe('tooMany');
});

test('inside and outside, also over the date line', () => {
  const west = read('170 -10, -170 -10, -170 10, 170 10');
  expect(isInOutline([180, 0], west)).toBe(true);
  expect(isInOutline([-180, 0], west)).toBe(true);
  expect(isInOutline([-175, 5], west)).toBe(true);
  expect(isInOutline([0, 0], west)).toBe(false);
  expect(isInOutline([-160, 0], west)).toBe(false);
});

test('a line has the stretches that lie inside, whichever turn of the globe it is drawn in', () => {
  const band = read('170 -10, -170 -10, -170 10, 170 10');
  for (const turn of [0, 360, -360]) {
    const [stretch, more] = stretchesIn(
      [
        [160 + turn, 0],
        [200 + turn, 0],
      ],
      band,
    );
    expect(more).toBeUndefined();
    expect(Math.abs((stretch?.fromNm ?? 0) - 600)).toBeLessThan(12);
    expect(Math.abs((stretch?.toNm ?? 0) - 1800)).toBeLessThan(12);
  }
  expect(
    stretchesIn(
      [
        [0, 0],
        [20, 0],
      ],
      band,
    ),
  ).toEqual([]);
});

test('whatever text is given, it is read or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const result = parseOutline(text);
      if ('outline' in result) expect(result.outline.every((ring) => ring.length >= 3)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

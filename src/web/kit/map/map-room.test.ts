import { expect, test } from 'vitest';
import { fitPadding } from './map-room.ts';

const zoom = { left: 10, top: 10, right: 40, bottom: 70 };
const legend = (height: number) => ({ left: 0, top: height - 34, right: 240, bottom: height });

test('content stays away from what lies over the map, each costing the strip that takes least', () => {
  expect(fitPadding({ width: 1000, height: 600, covered: [zoom, legend(600)] })).toEqual({
    left: 68,
    right: 96,
    top: 28,
    bottom: 62,
  });
});

test('on a small map two fifths of it stay for what it is about', () => {
  const { left, right, top, bottom } = fitPadding({
    width: 200,
    height: 120,
    covered: [zoom, legend(120), { left: 120, top: 0, right: 200, bottom: 120 }],
  });
  expect(200 - left - right).toBeGreaterThanOrEqual(80);
  expect(120 - top - bottom).toBeGreaterThanOrEqual(48);
  expect(Math.min(left, right, top, bottom)).toBeGreaterThan(0);
});

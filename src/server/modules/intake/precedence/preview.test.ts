import { expect, test } from 'vitest';
import { evenly } from './preview.ts';

test('the beginning of the order is spread over all items, and none is left out', () => {
  const items = Array.from({ length: 103 }, (_, index) => index);
  const order = evenly(items, 6);
  expect(order.toSorted((a, b) => a - b)).toEqual(items);
  const first = order.slice(0, 18);
  expect(Math.max(...first)).toBeGreaterThan(90);
  expect(Math.max(...first.slice(1).map((item, index) => item - (first[index] ?? 0)))).toBeLessThanOrEqual(6);
  expect(evenly([], 0)).toEqual([]);
});

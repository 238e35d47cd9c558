import { expect, test } from 'vitest';
import { niceTicks } from './nice-ticks.ts';

test('ticks are round, few, and hold all values', () => {
  expect(niceTicks(1738, 2887)).toEqual([1500, 2000, 2500, 3000]);
  expect(niceTicks(100, 100)).toEqual([100, 150]);
  expect(niceTicks(0, 0)).toEqual([0, 0.5]);
  expect(niceTicks(Infinity, -Infinity)).toEqual([]);
});

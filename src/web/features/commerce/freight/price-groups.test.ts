import { expect, test } from 'vitest';
import { groupsOf, rangeOf } from './price-groups.ts';

test('rows are grouped in the order of their first ones', () => {
  const groups = groupsOf(['b1', 'a1', 'b2'], (text) => text.slice(0, 1));
  expect(groups).toEqual([
    { key: 'b', first: 'b1', rows: ['b1', 'b2'] },
    { key: 'a', first: 'a1', rows: ['a1'] },
  ]);
});

test('the middle of an even number of values lies between two of them', () => {
  expect(rangeOf([4, 1, 2])).toEqual({ low: 1, mid: 2, high: 4 });
  expect(rangeOf([4, 1, 2, 3])).toEqual({ low: 1, mid: 2.5, high: 4 });
  expect(rangeOf([7])).toEqual({ low: 7, mid: 7, high: 7 });
  expect(rangeOf([])).toBeUndefined();
});

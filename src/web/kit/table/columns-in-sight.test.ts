import { expect, test } from 'vitest';
import { columnsInSight, leftForColumn, sidewaysStep } from './columns-in-sight.ts';

const start = { edge: 'start', offset: 0, inner: true } as const;
const end = { edge: 'end', offset: 0, inner: true } as const;
/** One column that stays at the start, forty others, one that stays at the end; 100 pixels each. */
const columns = [
  { width: 100, pinned: start },
  ...Array.from({ length: 40 }, () => ({ width: 100 })),
  { width: 100, pinned: end },
];

test('columns in sight are drawn with some beyond each edge; the place counts in steps', () => {
  expect([0, 199, 200, 1_900].map(sidewaysStep)).toEqual([0, 0, 1, 9]);
  expect(columnsInSight(columns, 0, 1_000)).toEqual({ first: 1, from: 1, to: 15, last: 41 });
  expect(columnsInSight(columns, 4, 1_000)).toEqual({ first: 1, from: 5, to: 23, last: 41 });
  expect(columnsInSight(columns, 18, 1_000)).toEqual({ first: 1, from: 33, to: 41, last: 41 });
});

test('all columns are drawn where the width is not known, or everything has room', () => {
  expect(columnsInSight(columns, 0, 0)).toEqual({ first: 1, from: 1, to: 41, last: 41 });
  expect(columnsInSight(columns.slice(0, 3), 0, 1_000)).toEqual({ first: 1, from: 1, to: 3, last: 3 });
  expect(columnsInSight([{ width: 100, pinned: start }], 0, 1_000)).toEqual({ first: 0, from: 0, to: 0, last: 0 });
});

test.each([
  ['in sight', 5, 0, undefined],
  ['that stays in view', 0, 900, undefined],
  ['behind the right edge', 20, 0, 1_200],
  ['behind the left edge', 2, 900, 100],
  ['under the column that stays', 9, 850, 800],
  ['that is the first', 1, 900, 0],
])('a column %s: where the box has to stand', (_, index, left, wanted) => {
  expect(leftForColumn(columns, index, left, 1_000)).toBe(wanted);
});

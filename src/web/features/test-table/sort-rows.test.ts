import { expect, test } from 'vitest';
import { sampleRows } from './sample-rows.ts';
import { sortRows } from './sort-rows.ts';

const numberOf = (berth: string): number => Number(berth.slice(1));

test('several keys count one after the other, numbers as numbers', () => {
  const sorted = sortRows(sampleRows, [
    { columnName: 'craneCount', sortType: 'desc' },
    { columnName: 'berth', sortType: 'asc' },
  ]);
  expect(sorted).toHaveLength(sampleRows.length);
  for (const [index, row] of sorted.slice(1).entries()) {
    const before = sorted[index];
    expect(before?.craneCount).toBeGreaterThanOrEqual(row.craneCount);
    if (before?.craneCount === row.craneCount) expect(numberOf(before.berth)).toBeLessThan(numberOf(row.berth));
  }
});

test('without keys the rows stay as they are', () => {
  expect(sortRows(sampleRows, [])).toEqual(sampleRows);
});

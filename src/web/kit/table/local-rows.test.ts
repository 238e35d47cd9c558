import { describe, expect, test } from 'vitest';
import { countTexts, filterRows, noFilter, sortRows } from './local-rows.ts';

type Row = { id: number; port: string; cranes: number | null };
const rows: Row[] = [
  { id: 1, port: 'B10', cranes: 3 },
  { id: 2, port: 'b9', cranes: null },
  { id: 3, port: 'B10', cranes: 12 },
  { id: 4, port: 'C1', cranes: 12 },
  { id: 5, port: '', cranes: 1 },
];
const valueOf = (row: Row, name: string) => row[name as keyof Row];
const sorted = (...rules: [keyof Row, 'asc' | 'desc'][]): number[] =>
  sortRows(
    rows,
    rules.map(([columnName, sortType]) => ({ columnName, sortType })),
    valueOf,
  ).map(({ id }) => id);

describe('sorting', () => {
  test('several keys count one after the other, numbers as numbers', () => {
    expect(sorted(['cranes', 'desc'], ['port', 'asc'])).toEqual([3, 4, 1, 5, 2]);
    expect(sorted(['port', 'asc'])).toEqual([2, 1, 3, 4, 5]);
  });
  test('empty values stand last in both directions', () => {
    expect(sorted(['cranes', 'asc']).at(-1)).toBe(2);
    expect(sorted(['cranes', 'desc']).at(-1)).toBe(2);
  });
  test('without keys the rows stay as they are, in a list of their own', () => {
    expect(sorted()).toEqual([1, 2, 3, 4, 5]);
    expect(sortRows(rows, [], valueOf)).not.toBe(rows);
  });
});

describe('filtering', () => {
  const textOf = (row: Row, name: string): string => String(row[name as keyof Row] ?? '');
  const passed = (filters: Parameters<typeof filterRows>[1]): number[] =>
    filterRows(rows, filters, textOf).map(({ id }) => id);
  test('letters are found in either case, values whole; both count', () => {
    expect(passed({ port: { contains: ' B ', values: [] } })).toEqual([1, 2, 3]);
    expect(passed({ port: { contains: '', values: ['B10', ''] } })).toEqual([1, 3, 5]);
    expect(passed({ port: { contains: '1', values: ['B10', 'b9'] } })).toEqual([1, 3]);
    expect(passed({ port: { contains: 'b', values: [] }, cranes: { contains: '', values: ['12'] } })).toEqual([3]);
  });
  test('an open filter keeps the very same rows', () => {
    expect(filterRows(rows, { port: noFilter }, textOf)).toBe(rows);
  });
});

test('texts are counted, the most frequent first', () => {
  expect(countTexts(rows, ({ port }) => port)).toEqual([
    { text: 'B10', count: 2 },
    { text: '', count: 1 },
    { text: 'b9', count: 1 },
    { text: 'C1', count: 1 },
  ]);
});

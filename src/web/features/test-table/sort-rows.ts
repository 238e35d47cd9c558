import type { SortRule } from '#web/kit/table/sort-rules.ts';
import type { SampleRow } from './sample-rows.ts';

const compare = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), 'zh-CN', { numeric: true });

/** The rows in the order of several keys; equal ones keep their places. */
export const sortRows = (rows: readonly SampleRow[], rules: readonly SortRule[]): SampleRow[] =>
  rows.toSorted((one, other) => {
    for (const { columnName, sortType } of rules) {
      const order = compare(one[columnName as keyof SampleRow], other[columnName as keyof SampleRow]);
      if (order !== 0) return sortType === 'asc' ? order : -order;
    }
    return 0;
  });

import type { SortRule } from './sort-rules.ts';

/** What a column is sorted by: empty values stand behind all others, whichever the direction. */
export type SortValue = string | number | boolean | null | undefined;

const byText = new Intl.Collator('zh-CN', { numeric: true });

const isEmpty = (value: SortValue): boolean => value === null || value === undefined || value === '';

const compare = (one: SortValue, other: SortValue): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : byText.compare(String(one), String(other));

/** Rows that are all here in the order of several keys; equal ones keep their places. */
export function sortRows<Row>(
  rows: readonly Row[],
  rules: readonly SortRule[],
  valueOf: (row: Row, columnName: string) => SortValue,
): Row[] {
  if (rules.length === 0) return [...rows];
  // Values are taken once for each row, not once for each comparison.
  const keyed = rows.map((row) => ({ row, values: rules.map(({ columnName }) => valueOf(row, columnName)) }));
  keyed.sort((one, other) => {
    for (const [index, { sortType }] of rules.entries()) {
      const [a, b] = [one.values[index], other.values[index]];
      if (isEmpty(a) || isEmpty(b)) {
        const order = Number(isEmpty(a)) - Number(isEmpty(b));
        if (order !== 0) return order;
        continue;
      }
      const order = compare(a, b);
      if (order !== 0) return sortType === 'asc' ? order : -order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

/** What a column is filtered by: letters that its text contains, and texts that are wanted; either may be left out. */
export type ColumnFilter = { contains: string; values: readonly string[] };

/** The filters of a table, by column. */
export type ColumnFilters = Readonly<Record<string, ColumnFilter>>;

/** A filter that lets everything through. */
export const noFilter: ColumnFilter = { contains: '', values: [] };

/** Whether a filter lets everything through. */
export const isOpen = ({ contains, values }: ColumnFilter): boolean => contains.trim() === '' && values.length === 0;

/** The rows that pass all filters; upper and lower case are the same. */
export function filterRows<Row>(
  rows: readonly Row[],
  filters: ColumnFilters,
  textOf: (row: Row, column: string) => string,
): readonly Row[] {
  const tests = Object.entries(filters)
    .filter(([, filter]) => !isOpen(filter))
    .map(([column, { contains, values }]) => ({
      column,
      contains: contains.trim().toLocaleLowerCase(),
      values: new Set(values),
    }));
  if (tests.length === 0) return rows;
  return rows.filter((row) =>
    tests.every(({ column, contains, values }) => {
      const text = textOf(row, column);
      return (values.size === 0 || values.has(text)) && text.toLocaleLowerCase().includes(contains);
    }),
  );
}

/** The texts of a column with how many rows have each, the most frequent first. */
export function countTexts<Row>(rows: readonly Row[], textOf: (row: Row) => string): { text: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = textOf(row);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .map(([text, count]) => ({ text, count }))
    .sort((one, other) => other.count - one.count || byText.compare(one.text, other.text));
}

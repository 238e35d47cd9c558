import { refused } from './errors/app-error.ts';

/** One key of an order. */
export type SortKey<C extends string = string> = { column: C; direction: 'asc' | 'desc' };

/** The order a list is requested, each column once; refuses a column that the list cannot be sorted by. */
export function sortKeysOf<C extends string>(
  rules: readonly { columnName: string; sortType: 'asc' | 'desc' }[] | null | undefined,
  sortable: ReadonlySet<C>,
): SortKey<C>[] {
  const keys = new Map<string, SortKey<C>>();
  for (const { columnName, sortType } of rules ?? []) {
    const column = [...sortable].find((known) => known === columnName);
    if (column === undefined) throw refused('error.unknownSort', { name: columnName.slice(0, 60) });
    if (!keys.has(column)) keys.set(column, { column, direction: sortType });
  }
  return [...keys.values()];
}

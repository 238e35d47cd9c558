import { refused } from './errors/app-error.ts';

/** One key of an order. */
export type SortKey<C extends string = string> = { column: C; direction: 'asc' | 'desc' };

/** The order a list is asked for, each column once; refuses a column that the list cannot be sorted by. */
export function sortKeysOf<C extends string>(
  rules: readonly { columnName: string; sortType: 'asc' | 'desc' }[] | null | undefined,
  sortable: ReadonlySet<C>,
): SortKey<C>[] {
  const keys = new Map<string, SortKey<C>>();
  for (const { columnName, sortType } of rules ?? []) {
    if (!(sortable as ReadonlySet<string>).has(columnName))
      throw refused('error.unknownSort', { name: columnName.slice(0, 60) });
    if (!keys.has(columnName)) keys.set(columnName, { column: columnName as C, direction: sortType });
  }
  return [...keys.values()];
}

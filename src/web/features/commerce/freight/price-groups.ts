import { itemAt } from '#shared/values/items.ts';

/** Rows that belong together, in the order in which the first of them comes. */
export type PriceGroup<Row> = { key: string; first: Row; rows: Row[] };

/** Rows by what they have in common. */
export const groupsOf = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): PriceGroup<Row>[] =>
  [...Map.groupBy(rows, keyOf)].map(([key, own]) => ({ key, first: itemAt(own, 0), rows: own }));

/** Least, middle and most of some values; undefined without any. */
export function rangeOf(values: readonly number[]): { low: number; mid: number; high: number } | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined) return undefined;
  const half = Math.floor((sorted.length - 1) / 2);
  const [below = low, above = below] = sorted.slice(half, half + (sorted.length % 2 === 0 ? 2 : 1));
  return { low, mid: (below + above) / 2, high };
}

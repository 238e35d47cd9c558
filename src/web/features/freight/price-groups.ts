/** Rows that belong together, in the order in which the first of them comes. */
export type PriceGroup<Row> = { key: string; first: Row; rows: Row[] };

/** Rows by what they have in common. */
export function groupsOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): PriceGroup<Row>[] {
  const groups = new Map<string, PriceGroup<Row>>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { key, first: row, rows: [row] });
    else known.rows.push(row);
  }
  return [...groups.values()];
}

/** Least, middle and most of some values; undefined without any. */
export function rangeOf(values: readonly number[]): { low: number; mid: number; high: number } | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined) return undefined;
  const half = Math.floor((sorted.length - 1) / 2);
  const [below = low, above = below] = sorted.slice(half, half + (sorted.length % 2 === 0 ? 2 : 1));
  return { low, mid: (below + above) / 2, high };
}

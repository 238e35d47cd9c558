/** Ranks of values, from the smallest; equal ones share the middle of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = values.map(() => 0);
  for (let first = 0; first < order.length;) {
    let last = first;
    while (order[last + 1]?.value === order[first]?.value) last += 1;
    for (let at = first; at <= last; at += 1) ranks[order[at]?.index ?? 0] = (first + last) / 2;
    first = last + 1;
  }
  return ranks;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** How well two orders of the same things agree (Spearman's rho): 1 = the same order, 0 = none; NaN where all are equal. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [ranksOf(one), ranksOf(other)];
  const [ma, mb] = [mean(a), mean(b)];
  const sum = (of: (index: number) => number): number => a.reduce((total, _, index) => total + of(index), 0);
  const da = (index: number): number => (a[index] ?? 0) - ma;
  const db = (index: number): number => (b[index] ?? 0) - mb;
  return sum((at) => da(at) * db(at)) / Math.sqrt(sum((at) => da(at) ** 2) * sum((at) => db(at) ** 2));
}

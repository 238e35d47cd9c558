/** A write that somebody was assured of, by a clock that nobody sets: when it was first sent, and when its acknowledgement came. */
export type Acknowledged = { object: string; value: string; sentAt: number; acknowledgedAt: number };

/** What is wrong with a history. */
export type HistoryFault = { kind: 'lost' | 'doubled' | 'out of order' | 'never sent'; object: string; value: string };

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/**
 * Writes of one object that stand before another that was acknowledged before they were sent. Writes that were under way at the same
 * time may stand in either order.
 */
function outOfOrder(writes: readonly Acknowledged[], kept: readonly string[]): Acknowledged[] {
  const byValue = new Map(writes.map((write) => [write.value, write]));
  const found: Acknowledged[] = [];
  let earliestAfter = Number.POSITIVE_INFINITY;
  for (const value of [...kept].reverse()) {
    const write = byValue.get(value);
    if (write === undefined) continue;
    if (earliestAfter < write.sentAt) found.push(write);
    earliestAfter = Math.min(earliestAfter, write.acknowledgedAt);
  }
  return found.reverse();
}

/**
 * Compares what was acknowledged with what is kept, in the order in which it is kept: each acknowledged write is there once, in an order
 * that those who wrote could have seen, and nothing is there that nobody sent. `unanswered` are writes that were sent but never
 * acknowledged: each is there once or not at all.
 */
export function checkHistory(
  acknowledged: readonly Acknowledged[],
  kept: ReadonlyMap<string, readonly string[]>,
  unanswered: readonly { object: string; value: string }[] = [],
): HistoryFault[] {
  const written = Map.groupBy(acknowledged, ({ object }) => object);
  const sent = Map.groupBy([...acknowledged, ...unanswered], ({ object }) => object);
  return [...new Set([...sent.keys(), ...kept.keys()])].flatMap((object) => {
    const values = kept.get(object) ?? [];
    const writes = written.get(object) ?? [];
    const counts = countOf(values);
    const known = new Set((sent.get(object) ?? []).map(({ value }) => value));
    const faultOf = (kind: HistoryFault['kind'], of: readonly string[]): HistoryFault[] =>
      of.map((value) => ({ kind, object, value }));
    return [
      ...faultOf(
        'lost',
        writes.map(({ value }) => value).filter((value) => !counts.has(value)),
      ),
      ...faultOf(
        'doubled',
        [...counts].flatMap(([value, count]) => (count > 1 ? [value] : [])),
      ),
      ...faultOf(
        'out of order',
        outOfOrder(writes, values).map(({ value }) => value),
      ),
      ...faultOf(
        'never sent',
        [...counts.keys()].filter((value) => !known.has(value)),
      ),
    ];
  });
}

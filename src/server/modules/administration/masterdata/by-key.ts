/** Rows by their key; of several with one key the last stays. */
export const byKey = <K, V>(rows: readonly V[], key: (row: V) => K): Map<K, V> =>
  new Map(rows.map((row) => [key(row), row]));

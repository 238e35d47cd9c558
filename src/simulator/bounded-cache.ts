/** A cache that forgets what was not asked for longest; `size` entries at most. */
export type BoundedCache<V> = {
  get(key: string, make: () => V): V;
  readonly count: number;
};

/** Makes an empty bounded cache. */
export function createBoundedCache<V>(size: number): BoundedCache<V> {
  const entries = new Map<string, V>();
  return {
    get(key, make) {
      const held = entries.get(key);
      if (held !== undefined) {
        entries.delete(key);
        entries.set(key, held);
        return held;
      }
      const made = make();
      entries.set(key, made);
      if (entries.size > size) {
        const oldest = entries.keys().next();
        if (!oldest.done) entries.delete(oldest.value);
      }
      return made;
    },
    get count() {
      return entries.size;
    },
  };
}

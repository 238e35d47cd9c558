import { BytesCache } from '#shared/memory/bytes-cache.ts';

/** A cache that forgets what was not requested longest. */
export type BoundedCache<V> = {
  get(key: string, make: () => V): V;
  readonly count: number;
};

/** Makes an empty bounded cache of `size` entries at most, each of about `bytesEach`; `name` is that of its figures. */
export function createBoundedCache<V>(name: string, size: number, bytesEach: number): BoundedCache<V> {
  const entries = new BytesCache<string, { made: V }>(name, size * bytesEach);
  return {
    get(key, make) {
      const held = entries.get(key);
      if (held !== undefined) return held.made;
      const made = make();
      entries.set(key, { made }, bytesEach);
      return made;
    },
    get count() {
      return entries.size.entries;
    },
  };
}

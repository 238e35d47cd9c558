/** A function that makes its value when it is first called, and gives the same one from then on. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * A function that finds its answer once per object and remembers it as long as the object lives. The object must not change.
 * `undefined` is not remembered.
 */
export function oncePer<K extends object, T>(find: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, T>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const found = find(of);
    if (found !== undefined) known.set(of, found);
    return found;
  };
}

/** What was last read from each object, such as a database, with the version that it has there. */
export type Versioned<Of extends object, T extends { version: unknown }> = {
  /** What was last read, whatever its version. */
  last: (of: Of) => T | undefined;
  keep: (of: Of, value: T) => T;
  /** The value of a version: the last one where it is of that version, else read and kept. */
  at: (of: Of, version: T['version'], read: () => Promise<T>) => Promise<T>;
};

/** Remembers what is read once per version, in this process. One value per object: an older one is forgotten. */
export function versioned<Of extends object, T extends { version: unknown }>(): Versioned<Of, T> {
  const known = new WeakMap<Of, T>();
  const keep = (of: Of, value: T): T => {
    known.set(of, value);
    return value;
  };
  return {
    last: (of) => known.get(of),
    keep,
    at: async (of, version, read) => {
      const last = known.get(of);
      return last?.version === version ? last : keep(of, await read());
    },
  };
}

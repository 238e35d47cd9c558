/** How much something kept in memory holds now and at most, in bytes; `maxBytes` null: as much as there is of what it holds. */
export type MemoryUse = { name: string; entries: number; bytes: number; maxBytes: number | null };

type Size = Omit<MemoryUse, 'name'>;
/** `measure` gives undefined once the owner is gone. */
type Measured = { name: string; measure: () => Size | undefined };

/** Everything in this process that keeps values for later; what is gone is left out. */
const all = new Set<Measured>();

/** Says that `owner` keeps something in memory, so that its size is among the figures of the process as long as it lives. */
export function reportMemoryUse<T extends object>(name: string, owner: T, measure: (owner: T) => Size): T {
  // Only this reference may be held by what is noted, or the owner would live for ever.
  const held = new WeakRef(owner);
  all.add({
    name,
    measure: () => {
      const kept = held.deref();
      return kept === undefined ? undefined : measure(kept);
    },
  });
  return owner;
}

/** What this process keeps in memory, by name; those of one name are added up. */
export function listMemoryUse(): MemoryUse[] {
  const sums = new Map<string, MemoryUse>();
  for (const one of all) {
    const size = one.measure();
    if (size === undefined) {
      all.delete(one);
      continue;
    }
    const { entries, bytes, maxBytes } = size;
    const sum = sums.get(one.name);
    sums.set(one.name, {
      name: one.name,
      entries: entries + (sum?.entries ?? 0),
      bytes: bytes + (sum?.bytes ?? 0),
      maxBytes: maxBytes === null || sum?.maxBytes === null ? null : maxBytes + (sum?.maxBytes ?? 0),
    });
  }
  return [...sums.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** A cache with a limit in bytes; the least recently used values are dropped first. */
export class BytesCache<K, V> {
  readonly #kept = new Map<K, { value: V; bytes: number }>();
  readonly #maxBytes: number;
  #bytes = 0;

  /** `name` is that of its figures; `maxBytes` is the sum of what `set` is reported. */
  constructor(name: string, maxBytes: number) {
    this.#maxBytes = maxBytes;
    reportMemoryUse<BytesCache<K, V>>(name, this, (cache) => cache.size);
  }

  get size(): { entries: number; bytes: number; maxBytes: number } {
    return { entries: this.#kept.size, bytes: this.#bytes, maxBytes: this.#maxBytes };
  }

  has(key: K): boolean {
    return this.#kept.has(key);
  }

  get(key: K): V | undefined {
    const one = this.#kept.get(key);
    if (one === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, one);
    return one.value;
  }

  /** Keeps a value that takes about so many bytes; what is larger than the whole cache is not kept. */
  set(key: K, value: V, bytes: number): void {
    this.delete(key);
    if (bytes > this.#maxBytes) return;
    this.#kept.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: K): boolean {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    return this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }
}

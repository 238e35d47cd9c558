/** Values that were made from a state of something, kept until another state is asked for or room is needed. */
export type VersionStore<T> = {
  find: (key: string, version: string) => T | undefined;
  keep: (key: string, version: string, value: T, bytes: number) => void;
  clear: () => void;
};

/** A store that holds the values used last, up to some bytes. */
export function createVersionStore<T>(bytesMost: number): VersionStore<T> {
  const kept = new Map<string, { version: string; value: T; bytes: number }>();
  let heldBytes = 0;
  const drop = (key: string): void => {
    heldBytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    find: (key, version) => {
      const one = kept.get(key);
      if (one?.version !== version) return undefined;
      kept.delete(key);
      kept.set(key, one);
      return one.value;
    },
    keep: (key, version, value, bytes) => {
      drop(key);
      kept.set(key, { version, value, bytes });
      heldBytes += bytes;
      for (const oldest of kept.keys()) {
        if (heldBytes <= bytesMost) break;
        drop(oldest);
      }
    },
    clear: () => {
      kept.clear();
      heldBytes = 0;
    },
  };
}

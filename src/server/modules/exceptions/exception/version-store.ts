import { BytesCache } from '#shared/memory/bytes-cache.ts';

/** Values that were made from a state of something, kept until another state is requested or room is needed. */
export type VersionStore<T> = {
  find: (key: string, version: string) => T | undefined;
  keep: (key: string, version: string, value: T, bytes: number) => void;
  clear: () => void;
};

/** A store that holds the values used last, up to some bytes; `name` is that of its figures. */
export function createVersionStore<T>(name: string, maxBytes: number): VersionStore<T> {
  const kept = new BytesCache<string, { version: string; value: T }>(name, maxBytes);
  return {
    find: (key, version) => {
      const one = kept.get(key);
      return one?.version === version ? one.value : undefined;
    },
    keep: (key, version, value, bytes) => kept.set(key, { version, value }, bytes),
    clear: () => kept.clear(),
  };
}

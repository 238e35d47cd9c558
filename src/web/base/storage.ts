/** A key-value store that never throws: a sandboxed frame has no storage, a full one refuses writes. */
export type SafeStore = {
  get: (key: string) => string | null;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
};

function safeStore(open: () => Storage): SafeStore {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(open());
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    set: (key, value) => {
      const kept = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },
    remove: (key) => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

/** Kept in the browser: language, theme, column choices. */
export const localStore: SafeStore = safeStore(() => globalThis.localStorage);

/** Kept in one browser tab until it closes: user, permissions, open tabs. */
export const sessionStore: SafeStore = safeStore(() => globalThis.sessionStorage);

/** Reads JSON that may be absent or damaged. */
export function readJson(store: SafeStore, key: string): unknown {
  const raw = store.get(key);
  if (raw === null) return undefined;
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

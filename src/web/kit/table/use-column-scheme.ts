import { useEffect } from 'react';
import { create } from 'zustand';
import { preferenceKey, useSession } from '#web/base/session.ts';
import { localStore } from '#web/base/storage.ts';
import { changedAtKey, type ColumnScheme, readScheme, writeScheme } from './column-scheme.ts';

const useSchemes = create<Record<string, ColumnScheme>>(() => ({}));
const loaded = new Map<string, ColumnScheme>();
const followed = new Set<string>();

function loadOnce(key: string): ColumnScheme {
  let scheme = loaded.get(key);
  if (scheme === undefined) loaded.set(key, (scheme = readScheme(localStore, key)));
  return scheme;
}

const show = (key: string, scheme: ColumnScheme): void => useSchemes.setState({ [key]: scheme });
const mirror = () => import('./scheme-mirror.ts');

/** Takes over, once, what the same person chose on another device. */
function followOnce(table: string, key: string): void {
  if (followed.has(key)) return;
  followed.add(key);
  const follow = (): void =>
    void mirror().then(
      ({ fetchScheme }) => fetchScheme(table, key, (next) => show(key, next)),
      () => followed.delete(key),
    );
  if (typeof requestIdleCallback === 'function') requestIdleCallback(follow, { timeout: 3_000 });
  else setTimeout(follow, 500);
}

/** The column scheme of a table for the signed-in user, and the way to change it; kept here and on the server. */
export function useColumnScheme(tableName: string): {
  scheme: ColumnScheme;
  setScheme: (scheme: ColumnScheme) => void;
} {
  // Requested so that another user at the same browser gets the own scheme at once.
  const userId = useSession((session) => session.user?.wlUserId);
  const key = preferenceKey(`columns/${tableName}`);
  const scheme = useSchemes((schemes) => schemes[key]) ?? loadOnce(key);
  useEffect(() => {
    if (userId !== undefined) followOnce(tableName, key);
  }, [userId, tableName, key]);
  const setScheme = (next: ColumnScheme): void => {
    writeScheme(localStore, key, next);
    localStore.set(changedAtKey(key), String(Date.now()));
    show(key, next);
    if (userId !== undefined)
      mirror().then(
        ({ sendSoon }) => sendSoon(tableName, key),
        (error: unknown) => console.warn('the columns are kept on this device only', error),
      );
  };
  return { scheme, setScheme };
}

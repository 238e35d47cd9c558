import { create } from 'zustand';
import { preferenceKey, useSession } from '#web/app/session.ts';
import { localStore } from '#web/app/storage.ts';
import { type ColumnScheme, readScheme, writeScheme } from './column-scheme.ts';

const useSchemes = create<Record<string, ColumnScheme>>(() => ({}));
const loaded = new Map<string, ColumnScheme>();

function loadOnce(key: string): ColumnScheme {
  let scheme = loaded.get(key);
  if (scheme === undefined) loaded.set(key, (scheme = readScheme(localStore, key)));
  return scheme;
}

/** The column scheme of a table for the signed-in user, and the way to change and keep it. */
export function useColumnScheme(tableName: string): {
  scheme: ColumnScheme;
  setScheme: (scheme: ColumnScheme) => void;
} {
  // Asked for so that another user at the same browser gets the own scheme at once.
  useSession((session) => session.user?.wlUserId);
  const key = preferenceKey(`columns/${tableName}`);
  const scheme = useSchemes((schemes) => schemes[key]) ?? loadOnce(key);
  const setScheme = (next: ColumnScheme): void => {
    writeScheme(localStore, key, next);
    useSchemes.setState({ [key]: next });
  };
  return { scheme, setScheme };
}

import { call } from '#web/base/client.ts';
import { localStore } from '#web/base/storage.ts';
import { changedAtKey, type ColumnScheme, isStandard, parseScheme, readScheme, writeScheme } from './column-scheme.ts';

// Resizing a column changes the scheme many times a second.
const settleMs = 800;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

const nameOf = (table: string): string => `columns/${table}`;
const changedAt = (key: string): number => Number(localStore.get(changedAtKey(key)) ?? 0) || 0;

async function send(table: string, key: string): Promise<void> {
  const scheme = readScheme(localStore, key);
  await call(
    'preferenceSave',
    { preferenceName: nameOf(table), value: isStandard(scheme) ? null : scheme, changedAt: changedAt(key) },
    { quiet: true },
  );
}

/** Keeps the scheme on the server once it has settled; what cannot be sent now is sent at the next visit. */
export function sendSoon(table: string, key: string): void {
  clearTimeout(waiting.get(key));
  waiting.set(
    key,
    setTimeout(() => {
      waiting.delete(key);
      send(table, key).catch(() => undefined);
    }, settleMs),
  );
}

/** Compares with what the server keeps: the later choice stays, here and there. */
export async function fetchScheme(table: string, key: string, apply: (scheme: ColumnScheme) => void): Promise<void> {
  try {
    const kept = await call('preferenceGet', { preferenceName: nameOf(table) }, { quiet: true });
    const here = changedAt(key);
    if ((kept?.changedAt ?? 0) < here) await send(table, key);
    if (kept === null || kept.changedAt <= here || waiting.has(key)) return;
    const scheme = parseScheme(JSON.stringify(kept.value ?? null));
    writeScheme(localStore, key, scheme);
    localStore.set(changedAtKey(key), String(kept.changedAt));
    apply(scheme);
  } catch {
    // Without the server the choice of this browser stands.
  }
}

import { asRecord } from '#shared/values/objects.ts';
import { preferenceKey } from '#web/base/session.ts';
import { localStore, readJson } from '#web/base/storage.ts';

/** What somebody entered and did not save: when, and on what it stood. */
export type SavedDraft = { at: number; base: unknown; mine: unknown };

const maxEntries = 20;
const keptForMs = 7 * 24 * 60 * 60 * 1_000;
const maxCharacters = 1_000_000;

/** Where the drafts of the person who is signed in now are kept; asked once, since the session may end meanwhile. */
export const draftsKey = (): string => preferenceKey('drafts');

type Drafts = Readonly<Record<string, SavedDraft>>;

function readAll(key: string, now: number): Drafts {
  const fresh = Object.entries(asRecord(readJson(localStore, key))).flatMap(([name, draft]): [string, SavedDraft][] => {
    const { at, base, mine } = asRecord(draft);
    return typeof at === 'number' && now - at < keptForMs ? [[name, { at, base, mine }]] : [];
  });
  return Object.fromEntries(fresh);
}

function writeAll(key: string, drafts: Drafts): void {
  const newestFirst = Object.entries(drafts).toSorted(([, one], [, other]) => other.at - one.at);
  let kept = newestFirst.slice(0, maxEntries);
  let text = JSON.stringify(Object.fromEntries(kept));
  while (text.length > maxCharacters && kept.length > 0) {
    kept = kept.slice(0, -1);
    text = JSON.stringify(Object.fromEntries(kept));
  }
  if (kept.length === 0) localStore.remove(key);
  else localStore.set(key, text);
}

/** The draft of this name, unless it is too old. */
export const readDraft = (key: string, name: string, now = Date.now()): SavedDraft | undefined =>
  readAll(key, now)[name];

/** Keeps a draft in this browser; the oldest go when there are too many. */
export function keepDraft(key: string, name: string, draft: Omit<SavedDraft, 'at'>, now = Date.now()): void {
  writeAll(key, { ...readAll(key, now), [name]: { ...draft, at: now } });
}

/** Forgets a draft that was saved or given up. */
export function forgetDraft(key: string, name: string, now = Date.now()): void {
  const { [name]: gone, ...others } = readAll(key, now);
  if (gone !== undefined) writeAll(key, others);
}

/** Forgets all drafts of the person who is signed in: they sign out themselves. */
export const forgetDrafts = (): void => localStore.remove(draftsKey());

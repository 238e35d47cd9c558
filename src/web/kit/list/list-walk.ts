import { asRecord, isRecord } from '#shared/values/objects.ts';
import { preferenceKey } from '#web/base/session.ts';
import { readJson, sessionStore } from '#web/base/storage.ts';

/** A list that somebody left to work on its rows one after the other: the ids seen and how to ask for more. */
export type ListWalk = {
  ids: readonly string[];
  /** Place of the first id in the whole list, from 0. */
  first: number;
  total: number;
  /** What the list requested, without the page. */
  query: Readonly<Record<string, unknown>>;
  /** The pages that the ids were on, from 1. */
  firstPage: number;
  lastPage: number;
  pageSize: number;
};

const keyOf = (name: string): string => preferenceKey(`walk.${name}`);

/** Keeps the walk until the window closes. */
export const keepWalk = (name: string, walk: ListWalk): void => sessionStore.set(keyOf(name), JSON.stringify(walk));

/** The walk kept under this name; nothing when there is none or it is damaged. */
export function readWalk(name: string): ListWalk | undefined {
  const { ids, query, ...numbers } = asRecord(readJson(sessionStore, keyOf(name)));
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string') || !isRecord(query)) return undefined;
  const { first, total, firstPage, lastPage, pageSize } = numbers;
  if (typeof first !== 'number' || typeof total !== 'number') return undefined;
  if (typeof firstPage !== 'number' || typeof lastPage !== 'number' || typeof pageSize !== 'number') return undefined;
  return { ids, first, total, query, firstPage, lastPage, pageSize };
}

/** A page of the list as it is now. */
export type WalkPage = { ids: readonly string[]; total: number };

/**
 * The walk with what lies behind its last id. Rows handled on the way drop out of a filtered list and the others move
 * up, so the last page is looked at again before the next one; ids seen before are left out.
 */
export async function walkOn(walk: ListWalk, load: (page: number) => Promise<WalkPage>): Promise<ListWalk> {
  const seen = new Set(walk.ids);
  let last = walk.lastPage;
  for (;;) {
    const { ids, total } = await load(last);
    const fresh = ids.filter((id) => !seen.has(id));
    if (fresh.length > 0)
      return {
        ...walk,
        ids: [...walk.ids, ...fresh],
        lastPage: last,
        total: Math.max(total, walk.first + walk.ids.length + fresh.length),
      };
    if (last * walk.pageSize >= total) return { ...walk, lastPage: last };
    last += 1;
  }
}

/** The walk with the page before its first id. */
export async function walkBack(walk: ListWalk, load: (page: number) => Promise<WalkPage>): Promise<ListWalk> {
  const seen = new Set(walk.ids);
  let first = walk.firstPage;
  while (first > 1) {
    first -= 1;
    const { ids } = await load(first);
    const fresh = ids.filter((id) => !seen.has(id));
    if (fresh.length > 0)
      return { ...walk, ids: [...fresh, ...walk.ids], firstPage: first, first: Math.max(0, walk.first - fresh.length) };
  }
  return { ...walk, firstPage: 1, first: 0 };
}

import { createContext, use, useCallback, useEffect, useId, useMemo } from 'react';
import { makeHref, parseHref } from './href.ts';
import { goTo } from './navigate.ts';
import type { PageSearch } from './define-page.ts';
import { labelTab, markDirty, moveTab, tabState, useTabs } from './tabs.ts';

/** The tab a component lives in. */
export const TabKeyContext = createContext<string | null>(null);

/** The address of a page as its tab knows it, also while the tab is hidden. */
export type PageLocation = {
  href: string;
  routeId: string;
  search: PageSearch;
  /** Replaces the whole query; empty and absent values are left out. `push` leaves a step for "back". */
  setSearch: (next: Readonly<Record<string, string | undefined>>, options?: { push?: boolean }) => void;
};

/** The address of the tab this component is in; `routeId` is the page's own route. */
export function usePageSearch(routeId: string): PageLocation {
  const key = use(TabKeyContext);
  const href = useTabs((state) => state.tabs.find((tab) => tab.key === key)?.href) ?? routeId;
  const setSearch = useCallback<PageLocation['setSearch']>(
    (next, options = {}) => {
      const target = makeHref(routeId, next);
      if (key !== null && tabState().active !== key) moveTab(key, target);
      else goTo(target, { replace: options.push !== true });
    },
    [key, routeId],
  );
  return useMemo(() => ({ href, routeId, search: parseHref(href).search, setSearch }), [href, routeId, setSearch]);
}

/** Is the tab this component lives in the one on screen? */
export function usePageActive(): boolean {
  const key = use(TabKeyContext);
  return useTabs((state) => key === null || state.active === key);
}

const dirtyParts = new Map<string, Set<string>>();

useTabs.subscribe(({ tabs }) => {
  for (const key of dirtyParts.keys()) if (!tabs.some((tab) => tab.key === key)) dirtyParts.delete(key);
});

function setDirtyPart(key: string, part: string, isDirty: boolean): void {
  const parts = dirtyParts.get(key) ?? new Set();
  if (isDirty) parts.add(part);
  else parts.delete(part);
  if (parts.size > 0) dirtyParts.set(key, parts);
  else dirtyParts.delete(key);
  markDirty(key, parts.size > 0);
}

/** Says that this part of the page holds unsaved input; the tab then asks before it closes. */
export function usePageDirty(isDirty: boolean): void {
  const key = use(TabKeyContext);
  const part = useId();
  useEffect(() => {
    if (key === null) return undefined;
    setDirtyPart(key, part, isDirty);
    // A hidden tab stops its effects too, and its input is still unsaved; only a part that really went away counts.
    return () => {
      if (tabState().active === key) setDirtyPart(key, part, false);
    };
  }, [key, part, isDirty]);
}

/** Titles the tab with what the page found out, such as a bill number. */
export function usePageTitle(label: string | undefined): void {
  const key = use(TabKeyContext);
  useEffect(() => {
    if (key !== null && label !== undefined && label !== '') labelTab(key, label);
  }, [key, label]);
}

/** Opens own pages as tabs. */
export const useGo = (): typeof goTo => goTo;

/** Path and query of the tab this component is in. */
export function usePageHref(): string {
  const key = use(TabKeyContext);
  return useTabs((state) => state.tabs.find((tab) => tab.key === key)?.href) ?? '/';
}

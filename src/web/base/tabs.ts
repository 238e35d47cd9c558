import { create } from 'zustand';
import { readJson, sessionStore } from './storage.ts';
import { closeTab, keepOnly, openTab, readTabs, type Opening, type Tab } from './tab-rules.ts';

type TabState = {
  tabs: readonly Tab[];
  /** The tab on screen; null on the error pages. */
  active: string | null;
  /** The last tab that was on screen, for "back to the previous page". */
  last: string | null;
  dirty: ReadonlySet<string>;
};

const storageKey = 'portolan.tabs';

const empty: TabState = { tabs: [], active: null, last: null, dirty: new Set() };

/** The open tabs; kept in session storage so that a reload brings them back. */
export const useTabs = create<TabState>(() => ({ ...empty, tabs: readTabs(readJson(sessionStore, storageKey)) }));

/** The tabs outside components. */
export const tabState = (): TabState => useTabs.getState();

function keep(tabs: readonly Tab[]): void {
  sessionStore.set(storageKey, JSON.stringify(tabs));
}

function without(dirty: ReadonlySet<string>, tabs: readonly Tab[]): ReadonlySet<string> {
  return new Set([...dirty].filter((key) => tabs.some((tab) => tab.key === key)));
}

function commit(tabs: readonly Tab[], active: string | null): void {
  keep(tabs);
  useTabs.setState((state) => ({ tabs, active, last: active ?? state.last, dirty: without(state.dirty, tabs) }));
}

/** Shows a page in its tab, opening one if needed; `force` names a tab that may go although it holds unsaved input. */
export function showTab(wanted: Tab, force?: string): Opening {
  const state = tabState();
  const dirty = force === undefined ? state.dirty : new Set([...state.dirty].filter((key) => key !== force));
  const opening = openTab(state.tabs, wanted, { active: state.active ?? state.last, dirty });
  if (opening.kind === 'opened') commit(opening.tabs, wanted.key);
  return opening;
}

/** Puts another page into a tab's place and shows it there; without the tab nothing happens. */
export function replaceTab(key: string, wanted: Tab): void {
  const { tabs } = tabState();
  if (!tabs.some((tab) => tab.key === key) || tabs.some((tab) => tab.key === wanted.key)) return;
  commit(
    tabs.map((tab) => (tab.key === key ? wanted : tab)),
    wanted.key,
  );
}

/** No tab is on screen: an error page is. */
export const showNoTab = (): void => useTabs.setState({ active: null });

/** Closes one tab; hands back the one to show next, if any. */
export function dropTab(key: string): Tab | undefined {
  const { tabs, next } = closeTab(tabState().tabs, key, tabState().active);
  commit(tabs, next?.key ?? null);
  return next;
}

/** Closes all tabs but one. */
export const dropOthers = (key: string): void => commit(keepOnly(tabState().tabs, key), key);

/** Closes all tabs. */
export const dropAll = (): void => commit([], null);

/** Remembers the address of a tab that is not on screen. */
export function moveTab(key: string, href: string): void {
  const tabs = tabState().tabs.map((tab) => (tab.key === key ? { ...tab, href } : tab));
  keep(tabs);
  useTabs.setState({ tabs });
}

/** Gives a tab the title its page found out. */
export function labelTab(key: string, label: string): void {
  const known = tabState().tabs.find((tab) => tab.key === key);
  if (known === undefined || known.label === label) return;
  const tabs = tabState().tabs.map((tab) => (tab.key === key ? { ...tab, label } : tab));
  keep(tabs);
  useTabs.setState({ tabs });
}

/** Says whether a tab holds unsaved input. */
export function markDirty(key: string, isDirty: boolean): void {
  const state = tabState();
  if (state.dirty.has(key) === isDirty) return;
  const dirty = new Set(state.dirty);
  if (isDirty) dirty.add(key);
  else dirty.delete(key);
  useTabs.setState({ dirty });
}

/** Forgets all tabs, at sign-out. */
export function forgetTabs(): void {
  sessionStore.remove(storageKey);
  useTabs.setState(empty);
}

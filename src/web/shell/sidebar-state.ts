import { create } from 'zustand';
import { asRecord } from '#shared/values/objects.ts';
import { localStore, readJson } from '#web/base/storage.ts';

/** From this window width on the sidebar stays as the user left it; below, it collapses by itself. */
const wideFromPx = 1500;

/** Below this width the menu lies below the page, and is always collapsed; as in `sidebar.css`. */
const phoneBelowPx = 640;

/** The sidebar: collapsed or not now, and how the user last left it in a wide window. */
export type SidebarState = { wide: boolean; collapsed: boolean; collapsedWhenWide: boolean };

/** What the first load shows. */
export const initialSidebar = (width: number): SidebarState => {
  const wide = width >= wideFromPx;
  return { wide, collapsed: !wide, collapsedWhenWide: false };
};

/** Crossing the limit downwards collapses, upwards restores; a resize that crosses nothing changes nothing. */
export function onWidth(state: SidebarState, width: number): SidebarState {
  const wide = width >= wideFromPx;
  if (width < phoneBelowPx && !state.wide && !state.collapsed) return { ...state, collapsed: true };
  if (wide === state.wide) return state;
  return { ...state, wide, collapsed: wide ? state.collapsedWhenWide : true };
}

/** The user's own choice; it holds until the next crossing. */
export function onToggle(state: SidebarState): SidebarState {
  const collapsed = !state.collapsed;
  return { ...state, collapsed, collapsedWhenWide: state.wide ? collapsed : state.collapsedWhenWide };
}

/** What a reload shows: as it was, unless the width has crossed the limit meanwhile. */
export function restoreSidebar(stored: unknown, width: number): SidebarState {
  const { wide, collapsed, collapsedWhenWide } = asRecord(stored);
  if (typeof wide !== 'boolean' || typeof collapsed !== 'boolean' || typeof collapsedWhenWide !== 'boolean')
    return initialSidebar(width);
  return onWidth({ wide, collapsed, collapsedWhenWide }, width);
}

const storageKey = 'portolan.sidebar';

/** The sidebar of this browser, kept across reloads. */
export const useSidebar = create<SidebarState>(() =>
  restoreSidebar(readJson(localStore, storageKey), globalThis.innerWidth),
);

function change(next: SidebarState): void {
  if (next === useSidebar.getState()) return;
  localStore.set(storageKey, JSON.stringify(next));
  useSidebar.setState(next);
}

/** Collapses or expands by hand. */
export const toggleSidebar = (): void => change(onToggle(useSidebar.getState()));

/** Follows the width of the window; hands back how to stop. */
export function followWidth(): () => void {
  const follow = (): void => change(onWidth(useSidebar.getState(), globalThis.innerWidth));
  follow();
  globalThis.addEventListener('resize', follow);
  return () => globalThis.removeEventListener('resize', follow);
}

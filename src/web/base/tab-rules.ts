import { asRecord } from '#shared/values/objects.ts';

/** A page opened in the tab bar; tabs stand in the order in which they were opened. */
export type Tab = {
  /** The route, or route#identity for a detail page. */
  readonly key: string;
  readonly route: string;
  /** Path and query as last seen in this tab. */
  readonly href: string;
  /** Title the page gave itself once loaded. */
  readonly label?: string;
};

/** Most tabs that may be open. */
export const maxTabs = 6;

/** What opening does: done (perhaps at the cost of another tab), or ask before one with unsaved input goes. */
export type Opening = { kind: 'opened'; tabs: Tab[]; dropped?: Tab } | { kind: 'ask'; candidate: Tab };

/**
 * Opens or updates a tab. Beyond the limit the one opened longest ago goes, never the one on screen and
 * never one with unsaved input: when only such are left, the oldest of them is asked about.
 */
export function openTab(
  tabs: readonly Tab[],
  wanted: Tab,
  context: { active: string | null; dirty: ReadonlySet<string> },
): Opening {
  if (tabs.some((tab) => tab.key === wanted.key)) {
    return { kind: 'opened', tabs: tabs.map((tab) => (tab.key === wanted.key ? { ...tab, href: wanted.href } : tab)) };
  }
  if (tabs.length < maxTabs) return { kind: 'opened', tabs: [...tabs, wanted] };
  const droppable = tabs.filter((tab) => tab.key !== context.active);
  const clean = droppable.find((tab) => !context.dirty.has(tab.key));
  if (clean) return { kind: 'opened', tabs: [...tabs.filter((tab) => tab !== clean), wanted], dropped: clean };
  return { kind: 'ask', candidate: droppable[0] ?? wanted };
}

/** Takes a tab away and names the one to show then: the active one, or the neighbour of a closed active one. */
export function closeTab(
  tabs: readonly Tab[],
  key: string,
  active: string | null,
): { tabs: Tab[]; next: Tab | undefined } {
  const index = tabs.findIndex((tab) => tab.key === key);
  const rest = tabs.filter((tab) => tab.key !== key);
  if (key !== active) return { tabs: rest, next: rest.find((tab) => tab.key === active) };
  return { tabs: rest, next: rest[index] ?? rest[index - 1] };
}

/** Keeps one tab only. */
export const keepOnly = (tabs: readonly Tab[], key: string): Tab[] => tabs.filter((tab) => tab.key === key);

/** Reads tabs kept by an earlier load of this window; anything damaged is left out. */
export function readTabs(value: unknown): Tab[] {
  if (!Array.isArray(value)) return [];
  const tabs: Tab[] = [];
  for (const item of value) {
    const { key, route, href, label } = asRecord(item);
    if (typeof key !== 'string' || typeof route !== 'string' || typeof href !== 'string') continue;
    if (tabs.length === maxTabs || tabs.some((tab) => tab.key === key)) continue;
    tabs.push({ key, route, href, ...(typeof label === 'string' ? { label } : {}) });
  }
  return tabs;
}

import type { ComponentType } from 'react';
import type { TextsName } from '#web/i18n/index.ts';

/** Groups of the sidebar, in the order in which they stand. */
export const navGroups = [
  'home',
  'capacity',
  'supplyChain',
  'tracking',
  'location',
  'events',
  'risk',
  'exceptions',
  'eventProxy',
  'freight',
  'automation',
  'configuration',
  'masterData',
  'system',
] as const;
/** A group of the sidebar. */
export type NavGroup = (typeof navGroups)[number];

/** Who may open a route: people with its menu code, everyone signed in, or administrators. */
export type NavAccess = 'menu' | 'everyone' | 'admin';

/** Role templates of the product that do not simply have every page. */
export type RoleCode = 'tenant-user' | 'viewer' | 'pricing' | 'configurator';

/** The query of a page: one text per key. */
export type PageSearch = Readonly<Record<string, string>>;

/** What a page's chunk gives; `prepare` asks the server for its first answers before it is on screen. */
export type PageModule = { default: ComponentType; prepare?: (search: PageSearch) => void };

/**
 * Everything that is shown of a page, once, beside it. Sidebar, tabs, guard, frames, the list of menu codes and the role
 * templates of the server follow from it.
 */
export type PageManifest = {
  readonly route: string;
  readonly title: { readonly zh: string; readonly en: string };
  /** Its group in the sidebar; absent: it has no entry there. */
  readonly group?: NavGroup;
  /** Its place within the group. */
  readonly order: number;
  /** Who may open it; people with a menu code unless stated. */
  readonly access?: NavAccess;
  /** Menu codes that admit to it: its own route unless stated. */
  readonly menus?: readonly string[];
  /** Role templates that have it, besides administrators and platform operators, who have all. */
  readonly roles?: readonly RoleCode[];
  /** Shown by an external data page when one is configured. */
  readonly dataPage?: true;
  /** Loads the component; its chunk is fetched when the page is first opened. Absent: the page exists in frames only. */
  readonly load?: () => Promise<PageModule>;
  /** Texts that come along with the page: names of zh/index.ts. What shell and kit use is there already. */
  readonly texts?: readonly TextsName[];
  /** Identity of a detail page: different keys are different tabs. */
  readonly tabKey?: (search: PageSearch) => string;
  /** Reference shown as the tab's title, such as a bill number. */
  readonly tabTitle?: (search: PageSearch) => string | undefined;
};

/** Declares a page. Nothing but types is imported here, so that scripts can read the pages too. */
export const definePage = (manifest: PageManifest): PageManifest => manifest;

/** The key of the tab that shows a page at an address: a detail page has one for each of its subjects. */
export function keyOf({ route, tabKey }: PageManifest, search: PageSearch): string {
  const own = tabKey?.(search) ?? '';
  return own === '' ? route : `${route}#${own}`;
}

/** The menu codes that admit to a page. */
export const menusOf = ({ menus, route }: PageManifest): readonly string[] => menus ?? [route];

import type { ComponentType } from 'react';
import { loadTexts, type PlainKey, type TextsName } from '#web/i18n/index.ts';
import { fetched } from '#web/kit/fetched.tsx';
import { findNavEntry, skipsMenuCheck, type NavAccess, type NavGroup } from './navigation.ts';

/** The query of a page: one text per key. */
export type PageSearch = Readonly<Record<string, string>>;

/** What a page's chunk gives; `prepare` asks the server for its first answers before it is on screen. */
export type PageModule = { default: ComponentType; prepare?: (search: PageSearch) => void };

/** What a feature says about its page. */
export type PageInput = {
  /** A route of navigation.ts. */
  route: string;
  /** Loads the component; its chunk is fetched when the page is first opened. */
  load: () => Promise<PageModule>;
  /** Texts that come along with the page: names of zh/index.ts. What shell and kit use is there already. */
  texts?: readonly TextsName[];
  /** Menu code; the route itself when absent, null when the page needs a session only. */
  menu?: string | null;
  /** Identity of a detail page: different keys are different tabs. */
  tabKey?: (search: PageSearch) => string;
  /** Reference shown as the tab's title, such as a bill number. */
  tabTitle?: (search: PageSearch) => string | undefined;
};

/** A page that exists. */
export type Page = {
  readonly route: string;
  readonly titleKey: PlainKey;
  readonly group: NavGroup | undefined;
  readonly menu: string | null;
  readonly access: NavAccess;
  readonly Component: ComponentType;
  readonly load: PageInput['load'];
  readonly keyOf: (search: PageSearch) => string;
  readonly titleOf: (search: PageSearch) => string | undefined;
};

/** Declares a page of a route that navigation.ts names; an unknown route is a mistake of ours. */
export function definePage(input: PageInput): Page {
  const entry = findNavEntry(input.route);
  if (entry === undefined) throw new Error(`navigation.ts names no route ${input.route}`);
  const load: PageInput['load'] = async () => (await Promise.all([input.load(), loadTexts(input.texts ?? [])]))[0];
  return {
    route: input.route,
    titleKey: entry.titleKey,
    group: entry.group,
    menu: input.menu === undefined ? (skipsMenuCheck.has(input.route) ? null : input.route) : input.menu,
    access: entry.access,
    Component: fetched(async () => (await load()).default, 'page'),
    load,
    keyOf: (search) => {
      const own = input.tabKey?.(search) ?? '';
      return own === '' ? input.route : `${input.route}#${own}`;
    },
    titleOf: (search) => input.tabTitle?.(search) || undefined,
  };
}

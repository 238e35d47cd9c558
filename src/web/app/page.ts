import type { ComponentType } from 'react';
import { loadTexts } from '#web/i18n/index.ts';
import { fetched } from '#web/kit/fetched.tsx';
import {
  keyOf,
  menusOf,
  type NavAccess,
  type PageManifest,
  type PageModule,
  type PageSearch,
} from '#web/base/define-page.ts';

/** A page that exists. */
export type Page = {
  readonly route: string;
  readonly title: PageManifest['title'];
  readonly menus: readonly string[];
  readonly access: NavAccess;
  readonly Component: ComponentType;
  readonly load: () => Promise<PageModule>;
  readonly keyOf: (search: PageSearch) => string;
  readonly titleOf: (search: PageSearch) => string | undefined;
};

/** A declared page as the application uses it. */
export function pageOf(manifest: PageManifest): Page {
  const { route, title, access = 'menu', tabTitle } = manifest;
  const load = async (): Promise<PageModule> => {
    if (manifest.load === undefined) throw new Error(`the page ${route} has nothing to show`);
    const [module] = await Promise.all([manifest.load(), loadTexts(manifest.texts ?? [])]);
    return module;
  };
  return {
    route,
    title,
    menus: menusOf(manifest),
    access,
    Component: fetched(async () => (await load()).default, 'page'),
    load,
    keyOf: (search) => keyOf(manifest, search),
    titleOf: (search) => tabTitle?.(search) || undefined,
  };
}

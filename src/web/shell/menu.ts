import { permits, type Pages, type Visitor } from '#web/app/guard.ts';
import { navGroups, type NavGroup, type PageManifest } from '#web/base/define-page.ts';
import { navigation } from '#web/app/navigation.ts';

/** A group of the sidebar with the entries this person sees. */
export type MenuGroup = { group: NavGroup; entries: PageManifest[] };

/** The sidebar: pages that exist and are permitted, in the given order; empty groups are dropped. */
export function menuOf(pages: Pages, visitor: Visitor): MenuGroup[] {
  return navGroups
    .map((group) => ({
      group,
      entries: navigation.filter((entry) => {
        const page = pages.get(entry.route);
        return entry.group === group && page !== undefined && permits(page, visitor);
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The sidebar entry a route belongs to: itself, or the list a nested page hangs under. */
export function activeRouteOf(menu: readonly MenuGroup[], route: string | undefined): string | undefined {
  if (route === undefined) return undefined;
  const routes = menu.flatMap(({ entries }) => entries.map((entry) => entry.route));
  if (routes.includes(route)) return route;
  return routes.filter((candidate) => route.startsWith(`${candidate}/`)).toSorted((a, b) => b.length - a.length)[0];
}

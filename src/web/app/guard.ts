import { connectPath, makeHref, type Href } from '#web/base/href.ts';
import { navigation, preferredLanding } from './navigation.ts';
import type { Page } from './page.ts';

/** Pages by route. */
export type Pages = ReadonlyMap<string, Page>;

/** What a guard must know about the person. */
export type Visitor = {
  /** Somebody is signed in: the visible marker, or a frame's token. */
  signedIn: boolean;
  admin: boolean;
  menus: readonly string[];
};

/** Where a visit ends: at the page requested, or somewhere else. */
export type Decision = { kind: 'allow' } | { kind: 'redirect'; href: string };

/** May this person open this page? */
export function permits(page: Page, visitor: Visitor): boolean {
  if (page.access === 'everyone' || visitor.admin) return true;
  return page.access !== 'admin' && page.menus.some((menu) => visitor.menus.includes(menu));
}

/** The page to start with: the preferred one, else the first of the sidebar that exists and is permitted. */
export function landingOf(pages: Pages, visitor: Visitor): string | undefined {
  const preferred = pages.get(preferredLanding);
  if (preferred && permits(preferred, visitor)) return preferredLanding;
  const first = navigation.find(({ route, group }) => {
    const page = pages.get(route);
    return group !== undefined && page !== undefined && permits(page, visitor);
  });
  return first?.route;
}

/** Decides about a visit: sign in first, unknown pages to /404, forbidden ones to /403. */
export function decide(to: Href, pages: Pages, visitor: Visitor): Decision {
  const redirect = (href: string): Decision => ({ kind: 'redirect', href });
  if (to.path === '/login') return { kind: 'allow' };
  if (!visitor.signedIn) {
    const target = makeHref(to.path, to.search);
    return redirect(makeHref('/login', { redirect: target === '/' || target === '/index' ? undefined : target }));
  }
  if (to.path === '/') return redirect('/index');
  if (to.path === '/index') return redirect(landingOf(pages, visitor) ?? makeHref('/403', { reason: 'noMenu' }));
  if (to.path === '/403' || to.path === '/404' || to.path === connectPath) return { kind: 'allow' };
  const page = pages.get(to.path);
  if (page === undefined) return redirect(makeHref('/404', { path: to.path }));
  // The specification sends people who are no administrators from here to the start instead of refusing.
  if (to.path === '/user' && !visitor.admin) return redirect('/index');
  return permits(page, visitor) ? { kind: 'allow' } : redirect(makeHref('/403', { path: to.path }));
}

import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { Root, RootError, RootPending } from './Root.tsx';
import { endSession, ensureOptions, ensureSession } from './auth-flow.ts';
import { CallError } from '#web/base/client.ts';
import { embedPrefix, isEmbedded } from '#web/base/embed.ts';
import { decide } from './guard.ts';
import { parseHref, sharedPath } from '#web/base/href.ts';
import { setNavigator } from '#web/base/navigate.ts';
import { currentPages, currentVisitor } from './pages.ts';
import { installEmbedNavigation } from './embed-navigation.ts';

/** The router is shown where to go as path and query; its own typed routes are not used. */
function redirectTo(href: string): never {
  const { path, search } = parseHref(href);
  throw redirect({ to: path, search, replace: true } as unknown as Parameters<typeof redirect>[0]);
}

/** A 401 has already sent the browser elsewhere: this visit is over and must show nothing. */
const superseded = (error: unknown): Promise<void> | never => {
  if (error instanceof CallError && error.httpStatus === 401 && !isEmbedded()) return new Promise(() => undefined);
  throw error;
};

/** What happens before any page shows: sign-out at /login, otherwise who is it and may they. */
async function guard(href: string): Promise<void> {
  const to = parseHref(href);
  if (to.path === '/login') {
    await endSession();
    return;
  }
  if (to.path === sharedPath) return;
  if (isEmbedded()) {
    // The server decides what a frame's token may read; a frame has no sign-in page to go to.
    await Promise.all([ensureOptions(), ensureSession()]).catch((error: unknown) => console.warn(error));
    return;
  }
  if (!currentVisitor().signedIn) {
    const early = decide(to, currentPages(), currentVisitor());
    if (early.kind === 'redirect') redirectTo(early.href);
  }
  await Promise.all([ensureOptions(), ensureSession()]).catch(superseded);
  const decision = decide(to, currentPages(), currentVisitor());
  if (decision.kind === 'redirect') redirectTo(decision.href);
}

const rootRoute = createRootRoute({
  component: Root,
  errorComponent: RootError,
  pendingComponent: RootPending,
  beforeLoad: ({ location }) => guard(location.href),
});
const anyRoute = createRoute({ getParentRoute: () => rootRoute, path: '$', component: () => null });
const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: () => null });

/** Matches addresses and guards them; pages get their address through usePageSearch. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([indexRoute, anyRoute]),
  defaultPreload: false,
  defaultPendingMs: 400,
  scrollRestoration: false,
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search) => {
    const texts = Object.entries(search).map(([name, value]) => [name, String(value)]);
    const query = new URLSearchParams(texts).toString();
    return query === '' ? '' : `?${query}`;
  },
});

/** Lets pages move; called once it is known whether this window is a frame. */
export function installNavigation(): void {
  if (isEmbedded()) {
    installEmbedNavigation(router.history, embedPrefix);
    return;
  }
  setNavigator((href, { replace }) => {
    if (replace) router.history.replace(href);
    else router.history.push(href);
  });
}

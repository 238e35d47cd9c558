import { use, useEffect } from 'react';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import { makeHref, parseHref } from '#web/base/href.ts';
import { TabKeyContext, useGo, usePageActive, usePageSearch } from '#web/base/page-hooks.ts';
import { currentPages } from '#web/app/pages.ts';
import { dropTab, replaceTab, tabState } from '#web/base/tabs.ts';
import { traceRoutes } from '#contract/tracking/trace-routes.ts';

/**
 * Many links only know that there is a shipment: one whose mode has another page is shown there, in the same tab.
 * True while it is on its way.
 */
export function useOwnPage(route: string, mode: Mode | undefined): boolean {
  const tabKey = use(TabKeyContext);
  const active = usePageActive();
  const go = useGo();
  const { href } = usePageSearch(route);
  const own = mode === undefined ? route : traceRoutes[mode];
  // A frame without tabs shows the page it was given.
  const moving = tabKey !== null && own !== route && currentPages().has(own);
  useEffect(() => {
    if (!moving || !active) return;
    const { search } = parseHref(href);
    const target = { key: currentPages().get(own)?.keyOf(search) ?? own, route: own, href: makeHref(own, search) };
    if (tabState().tabs.some(({ key }) => key === target.key)) dropTab(tabKey);
    else replaceTab(tabKey, target);
    go(target.href, { replace: true });
  }, [moving, active, own, href, tabKey, go]);
  return moving;
}

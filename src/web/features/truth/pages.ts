import { definePage } from '#web/app/page.ts';

/** Which source is trusted for what. */
export const precedencePage = definePage({
  route: '/fusion-precedence',
  texts: ['truth'],
  load: () => import('./PrecedencePage.tsx').then((module) => ({ default: module.PrecedencePage })),
});

/** Ports that sources name by codes nobody knows. */
export const unknownPortsPage = definePage({
  route: '/unknown-ports',
  texts: ['truth'],
  load: () => import('./UnknownPortsPage.tsx').then((module) => ({ default: module.UnknownPortsPage })),
});

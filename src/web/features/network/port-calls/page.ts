import { definePage } from '#web/base/define-page.ts';

/** Vessels at a port, with the state of each call. */
export const portCallsPage = definePage({
  route: '/port-vessel-schedule',
  title: { zh: '港口船期', en: 'Port vessel schedule' },
  group: 'location',
  order: 10,
  roles: ['tenant-user', 'viewer'],
  dataPage: true,
  texts: ['chart', 'portCalls'],
  load: () => import('./PortCallsPage.tsx').then((module) => ({ default: module.PortCallsPage })),
});

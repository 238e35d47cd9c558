import { definePage } from '#web/app/define-page.ts';

/** Everything a tenant follows at sea. */
export const traceIndexPage = definePage({
  route: '/trace-index',
  title: { zh: '海运跟踪', en: 'Sea tracking' },
  group: 'tracking',
  order: 10,
  roles: ['tenant-user', 'viewer'],
  dataPage: true,
  texts: ['traceIndex'],
  load: () => import('./TraceIndexPage.tsx').then((module) => ({ default: module.TraceIndexPage })),
});

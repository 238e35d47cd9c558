import { definePage } from '#web/app/define-page.ts';

/** The trace of one shipment; every shipment has its own tab. */
export const traceDetailPage = definePage({
  route: '/trace-detail',
  title: { zh: '海运详情', en: 'Sea shipment' },
  order: 10,
  access: 'everyone',
  roles: ['tenant-user', 'viewer'],
  dataPage: true,
  texts: ['expert', 'traceDetail', 'traceSharing', 'why'],
  load: () => import('./TraceDetailPage.tsx').then((module) => ({ default: module.TraceDetailPage })),
  tabKey: (search) => search['obmBkId'] ?? '',
});

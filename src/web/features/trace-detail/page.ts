import { definePage } from '#web/app/page.ts';

/** The trace of one shipment; every shipment has its own tab. */
export const traceDetailPage = definePage({
  route: '/trace-detail',
  texts: ['expert', 'traceDetail', 'traceSharing'],
  menu: null,
  load: () => import('./TraceDetailPage.tsx').then((module) => ({ default: module.TraceDetailPage })),
  tabKey: (search) => search['obmBkId'] ?? '',
});

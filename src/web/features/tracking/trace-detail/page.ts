import { definePage } from '#web/base/define-page.ts';

/** What all pages of traces have in common. */
export const shared = {
  access: 'everyone',
  roles: ['tenant-user', 'viewer'],
  dataPage: true,
  texts: ['chart', 'expert', 'traceDetail', 'traceSharing', 'whatIf', 'why'],
} as const;

/** The trace of one shipment; every shipment has its own tab. */
export const traceDetailPage = definePage({
  ...shared,
  route: '/trace-detail',
  title: { zh: '海运详情', en: 'Sea shipment' },
  order: 10,
  load: () => import('./TraceDetailPage.tsx').then((module) => ({ default: module.TraceDetailPage })),
  tabKey: (search) => search['obmBkId'] ?? '',
});

/** The same by sea and river within one country. */
export const domesticTraceDetailPage = definePage({
  ...shared,
  route: '/domestic-trace-detail',
  title: { zh: '国内海运详情', en: 'Domestic shipment' },
  order: 20,
  load: () => import('./TraceDetailPage.tsx').then((module) => ({ default: module.DomesticTraceDetailPage })),
  tabKey: (search) => search['obmBkId'] ?? '',
});

/** The same of a consignment by air, with the flights its pieces are on. */
export const airTraceDetailPage = definePage({
  ...shared,
  route: '/air-trace-detail',
  title: { zh: '空运详情', en: 'Air shipment' },
  order: 30,
  load: () => import('./TraceDetailPage.tsx').then((module) => ({ default: module.AirTraceDetailPage })),
  tabKey: (search) => search['obmBkId'] ?? '',
});

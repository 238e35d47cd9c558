import { definePage } from '#web/base/define-page.ts';

const shared = {
  group: 'tracking',
  roles: ['tenant-user', 'viewer'],
  texts: ['traceIndex', 'airTrace'],
} as const;

/** Everything a tenant follows at sea. */
export const traceIndexPage = definePage({
  ...shared,
  route: '/trace-index',
  dataPage: true,
  title: { zh: '海运跟踪', en: 'Sea tracking' },
  order: 10,
  load: () => import('./TraceIndexPage.tsx').then((module) => ({ default: module.TraceIndexPage })),
});

/** Everything they follow by sea and river within one country. */
export const domesticTraceIndexPage = definePage({
  ...shared,
  route: '/domestic-trace-index',
  dataPage: true,
  title: { zh: '国内海运跟踪', en: 'Domestic sea tracking' },
  order: 20,
  load: () => import('./DomesticTraceIndexPage.tsx').then((module) => ({ default: module.DomesticTraceIndexPage })),
});

/** Everything they follow by air. */
export const airTraceIndexPage = definePage({
  ...shared,
  route: '/air-trace-index',
  dataPage: true,
  title: { zh: '空运跟踪', en: 'Air tracking' },
  order: 30,
  load: () => import('./AirTraceIndexPage.tsx').then((module) => ({ default: module.AirTraceIndexPage })),
});

/** Sea tracking in the frame of ocean tracking, while no external page is configured for it. */
export const oceanTrackingPage = definePage({
  ...shared,
  route: '/ft-ocean-tracking',
  title: { zh: '远洋跟踪', en: 'Ocean tracking' },
  order: 50,
  load: () => import('./TraceIndexPage.tsx').then((module) => ({ default: module.OceanTrackingPage })),
});

import { definePage } from '#web/base/define-page.ts';

const shared = { group: 'tracking', roles: ['tenant-user', 'viewer'], dataPage: true, texts: ['landTrace'] } as const;

/** Everything a tenant follows by rail. */
export const trainIndexPage = definePage({
  ...shared,
  route: '/train-index',
  title: { zh: '铁路跟踪', en: 'Rail tracking' },
  order: 40,
  load: () => import('./LandTraceIndexPages.tsx').then((module) => ({ default: module.TrainIndexPage })),
});

/** Everything they follow with couriers. */
export const expressIndexPage = definePage({
  ...shared,
  route: '/express-index',
  title: { zh: '快递跟踪', en: 'Express tracking' },
  order: 60,
  load: () => import('./LandTraceIndexPages.tsx').then((module) => ({ default: module.ExpressIndexPage })),
});

/** Everything they follow by road. */
export const vehicleIndexPage = definePage({
  ...shared,
  route: '/vehicle-index',
  title: { zh: '公路跟踪', en: 'Road tracking' },
  order: 70,
  load: () => import('./LandTraceIndexPages.tsx').then((module) => ({ default: module.VehicleIndexPage })),
});

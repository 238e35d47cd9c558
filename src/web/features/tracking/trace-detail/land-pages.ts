import { definePage } from '#web/base/define-page.ts';
import { shared } from './page.ts';

/** Goods by rail, with the borders they cross by both clocks. */
export const trainDetailPage = definePage({
  ...shared,
  route: '/train-detail',
  title: { zh: '铁路详情', en: 'Rail shipment' },
  order: 40,
  texts: [...shared.texts, 'chart', 'landDetail'],
  load: () => import('./TrainDetailPage.tsx').then((module) => ({ default: module.TrainDetailPage })),
  tabKey: (search) => search['obmBkId'] ?? '',
});

/** An order by road, with the way of its truck on a map. */
export const vehicleDetailPage = definePage({
  ...shared,
  route: '/vehicle-detail',
  title: { zh: '公路详情', en: 'Road shipment' },
  order: 50,
  texts: [...shared.texts, 'landDetail', 'gpsVehicles'],
  load: () => import('./VehicleDetailPage.tsx').then((module) => ({ default: module.VehicleDetailPage })),
  tabKey: (search) => search['obmBkId'] ?? '',
});

/** A parcel with all its scans. */
export const expressDetailPage = definePage({
  ...shared,
  route: '/express-detail',
  title: { zh: '快递详情', en: 'Express shipment' },
  order: 60,
  texts: [...shared.texts, 'landDetail'],
  load: () => import('./ExpressDetailPage.tsx').then((module) => ({ default: module.ExpressDetailPage })),
  tabKey: (search) => search['obmBkId'] ?? '',
});

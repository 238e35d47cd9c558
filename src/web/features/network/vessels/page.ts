import { definePage } from '#web/base/define-page.ts';

/** The vessels that carry goods of one order on the same map. */
export const orderVesselsPage = definePage({
  route: '/oms-ais',
  title: { zh: '订单船位', en: 'Order vessel positions' },
  order: 90,
  roles: ['tenant-user', 'viewer'],
  dataPage: true,
  texts: ['vessels', 'orderVessels'],
  load: () => import('./OrderVesselsPage.tsx').then((module) => ({ default: module.OrderVesselsPage })),
  tabKey: (search) => search['orderId'] ?? '',
});

/** All vessels on a map, and everything about one of them. */
export const vesselsPage = definePage({
  route: '/vessel-alone',
  title: { zh: '船舶 AIS', en: 'Vessel AIS' },
  group: 'location',
  order: 30,
  roles: ['tenant-user', 'viewer'],
  dataPage: true,
  texts: ['vessels'],
  load: () => import('./VesselsPage.tsx').then((module) => ({ default: module.VesselsPage })),
});

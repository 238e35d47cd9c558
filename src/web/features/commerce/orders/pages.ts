import { definePage } from '#web/base/define-page.ts';
import { entityScreen } from '#web/entity/entity-screen.ts';

const detail = {
  roles: ['tenant-user', 'viewer'],
  dataPage: true,
  texts: ['chart', 'orders', 'whatIf'],
  tabKey: (search: Readonly<Record<string, string>>): string => search['orderId'] ?? '',
} as const;

/** Orders: the list, one order by shipments and by containers, and their lines with import. */
export const orderPages = [
  definePage({
    route: '/oms-index',
    title: { zh: '订单可视化', en: 'Order visualization' },
    group: 'supplyChain',
    order: 10,
    roles: ['tenant-user', 'viewer'],
    dataPage: true,
    texts: ['orders'],
    load: () => import('./OrdersPage.tsx').then((module) => ({ default: module.OrdersPage })),
  }),
  definePage({
    ...detail,
    route: '/oms-movement-detail',
    title: { zh: '订单动态', en: 'Order movements' },
    order: 70,
    load: () =>
      import('./OrderDetailPage.tsx').then(({ OrderDetailPage }) => ({
        default: () => OrderDetailPage({ template: 'shipments' }),
      })),
  }),
  definePage({
    ...detail,
    route: '/oms-movement-xbm-detail',
    title: { zh: '订单动态（按箱）', en: 'Order movements by container' },
    order: 80,
    load: () =>
      import('./OrderDetailPage.tsx').then(({ OrderDetailPage }) => ({
        default: () => OrderDetailPage({ template: 'units' }),
      })),
  }),
  entityScreen('orderLine', {
    route: '/order-lines',
    title: { zh: '订单行', en: 'Order lines' },
    group: 'supplyChain',
    order: 20,
    roles: ['tenant-user'],
  }),
];

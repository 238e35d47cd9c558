import type { TextTree } from '#web/i18n/all-texts.ts';

/** Vessels of an order. */
export const orderVessels = {
  title: { zh: '承运订单 {{orderNo}} 的船舶', en: 'Vessels that carry order {{orderNo}}' },
  none: { zh: '目前没有可接收到 AIS 信号的承运船舶', en: 'No vessel of this order is visible on AIS now' },
  noneText: {
    zh: '货物尚未装船、已经到达，或不是海运。',
    en: 'Its goods are not loaded yet, have arrived, or do not travel by sea.',
  },
  carries: { zh: '承运第 {{lines}} 行，{{from}} → {{to}}', en: 'Lines {{lines}}, {{from}} → {{to}}' },
  unseen: { zh: '船舶未知或没有 AIS 信号：{{numbers}}', en: 'Vessel unknown or without AIS signal: {{numbers}}' },
  toOrder: { zh: '返回订单', en: 'Back to the order' },
  toOrders: { zh: '查看订单', en: 'Show the orders' },
  noOrder: { zh: '请从订单打开本页', en: 'Open this page from an order' },
  noOrderText: {
    zh: '本页显示某一订单货物所在的船舶。',
    en: 'It shows the vessels that carry the goods of one order.',
  },
  state: {
    waiting: { zh: '待装船', en: 'To be loaded' },
    loading: { zh: '装船中', en: 'Loading' },
    underway: { zh: '航行中', en: 'Under way' },
    arrived: { zh: '已到达', en: 'Arrived' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    orderVessels: typeof orderVessels;
  }
}

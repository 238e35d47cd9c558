import type { TextTree } from '#web/i18n/all-texts.ts';

/** Data of all sources that was not taken. */
export const refusals = {
  view: { zh: '查看明细', en: 'Details' },
  total: { zh: '共拒收 {{count}} 条', en: '{{count}} refused in total' },
  noItem: { zh: '没有明细。', en: 'No details.' },
  newest: { zh: '最近明细', en: 'Latest items' },
  openShipment: { zh: '查看订阅', en: 'Subscription' },
  openMessage: { zh: '查看报文', en: 'Message' },
  item: {
    time: { zh: '时间', en: 'Time' },
    count: { zh: '次数', en: 'Count' },
    text: { zh: '原因', en: 'Reason' },
    subject: { zh: '单号、车牌或事件', en: 'Reference or plate' },
    sample: { zh: '收到的内容', en: 'As received' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    refusals: typeof refusals;
  }
}

import type { TextTree } from '#web/i18n/all-texts.ts';

/** The list of air tracking. */
export const airTrace = {
  open: { zh: '查看跟踪', en: 'Open shipment' },
  add: { zh: '添加跟踪', en: 'Add tracking' },
  title: { zh: '跟踪空运单', en: 'Track air waybills' },
  hint: {
    zh: '每行一个空运单号，一次最多 {{max}} 个，例如 784-12345675。',
    en: 'One air waybill per line, such as 784-12345675; up to {{max}} at a time.',
  },
  waybills: { zh: '空运单号', en: 'Air waybills' },
  subscribe: { zh: '跟踪 {{count}} 票', en: 'Track {{count}}' },
  created: {
    zh: '已开始跟踪 {{count}} 票',
    en: '{{count}} {{count, plural(one: waybill is; other: waybills are)}} tracked now',
  },
  failed: { zh: '订阅失败', en: 'Subscribing failed' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    airTrace: typeof airTrace;
  }
}

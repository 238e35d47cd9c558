import type { TextTree } from '#web/i18n/all-texts.ts';

/** The lists of tracking by rail, road and courier. */
export const landTrace = {
  open: { zh: '查看跟踪', en: 'Open shipment' },
  add: { zh: '添加跟踪', en: 'Add tracking' },
  train: {
    title: { zh: '跟踪铁路货物', en: 'Track rail shipments' },
    hint: {
      zh: '每行一个箱号、8 位车号或运单号，一次最多 {{max}} 个。',
      en: 'One container, wagon (8 digits) or waybill per line; up to {{max}} at a time.',
    },
    numbers: { zh: '箱号、车号或运单号', en: 'Containers, wagons or waybills' },
  },
  vehicle: {
    title: { zh: '跟踪公路运输', en: 'Track trucks and orders' },
    hint: {
      zh: '每行一个车牌号或订单号，一次最多 {{max}} 个。',
      en: 'One plate or order number per line; up to {{max}} at a time.',
    },
    numbers: { zh: '车牌号或订单号', en: 'Plates or order numbers' },
  },
  express: {
    title: { zh: '跟踪快递', en: 'Track parcels' },
    hint: {
      zh: '每行一个运单号，一次最多 {{max}} 个；快递公司根据单号自动识别。',
      en: 'One waybill per line, up to {{max}} at a time; the number determines the courier.',
    },
    numbers: { zh: '快递运单号', en: 'Parcel waybills' },
  },
  subscribe: { zh: '跟踪 {{count}} 票', en: 'Track {{count}}' },
  created: {
    zh: '已开始跟踪 {{count}} 票',
    en: '{{count}} {{count, plural(one: shipment is; other: shipments are)}} tracked now',
  },
  failed: { zh: '订阅失败', en: 'Subscribing failed' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    landTrace: typeof landTrace;
  }
}

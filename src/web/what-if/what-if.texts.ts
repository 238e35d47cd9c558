import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of the comparison with other sailings. */
export const whatIf = {
  open: { zh: '改走其他船期会怎样', en: 'Compare other sailings' },
  title: { zh: '{{reference}}：改走其他船期会怎样', en: '{{reference}}: alternative sailings' },
  underWay: {
    zh: '最后一程船已经离港，不能再换船。下表是订单行现在的情况。',
    en: 'The last vessel has departed, so it can no longer be changed. The table shows the current order lines.',
  },
  unknown: {
    zh: '没有数据源说明起运港和目的港，无法查找其他船期。',
    en: 'No source has reported the ports of loading and discharge, so other sailings cannot be found.',
  },
  none: { zh: '未来五周没有其他船期。', en: 'There is no other sailing in the next five weeks.' },
  asBooked: { zh: '现有船期', en: 'As booked' },
  vessel: { zh: '船名 / 航次', en: 'Vessel / voyage' },
  carrier: { zh: '船公司', en: 'Carrier' },
  departs: { zh: '离港', en: 'Departs' },
  cutOff: { zh: '截港', en: 'Cargo cut-off' },
  arrives: { zh: '到达{{port}}', en: 'Arrives in {{port}}' },
  later: { zh: '晚 {{days}} 天', en: '{{days}} {{days, plural(one: day; other: days)}} later' },
  earlier: { zh: '早 {{days}} 天', en: '{{days}} {{days, plural(one: day; other: days)}} earlier' },
  sameDay: { zh: '同一天', en: 'same day' },
  change: { zh: '在{{port}}换船', en: 'change in {{port}}' },
  cost: { zh: '运费（全部箱，USD）', en: 'Freight for all containers (USD)' },
  spot: { zh: '即期报价', en: 'spot price' },
  agreed: { zh: '协议价', en: 'agreed price' },
  dearer: { zh: '贵 {{amount}}', en: 'costs {{amount}} more' },
  cheaper: { zh: '便宜 {{amount}}', en: 'saves {{amount}}' },
  noPrice: { zh: '没有报价', en: 'no price' },
  space: { zh: '舱位', en: 'Space' },
  spaceOf: {
    OPEN: { zh: '有舱', en: 'Open' },
    LIMITED: { zh: '紧张', en: 'Limited' },
    SOLD_OUT: { zh: '爆舱', en: 'Sold out' },
  },
  unquoted: { zh: '船公司未报', en: 'not quoted' },
  line: { zh: '{{order}} 第 {{line}} 行', en: '{{order}}, line {{line}}' },
  promised: { zh: '承诺 {{day}}', en: 'promised {{day}}' },
  daysLate: { zh: '晚 {{days}} 天', en: '{{days}} {{days, plural(one: day; other: days)}} late' },
  daysEarly: { zh: '提前 {{days}} 天', en: '{{days}} {{days, plural(one: day; other: days)}} early' },
  onDay: { zh: '当天', en: 'on time' },
  noLines: { zh: '没有订单行使用这票货。', en: 'No order line uses this shipment.' },
  chooseShipment: { zh: '选择一票货', en: 'Choose a shipment' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    whatIf: typeof whatIf;
  }
}

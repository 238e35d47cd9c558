import type { TextTree } from '#web/i18n/all-texts.ts';

/** Scores of sources. */
export const sourceScores = {
  about: {
    zh: '按最终被证实的时间给各来源评分：实际离港、抵港看开始跟踪后第一次给出的时间（误差 6 小时以内为准确），预计抵港看抵港前 3 天给出的时间（误差 24 小时以内为准确）。',
    en: 'Scores compare source times with what happened: for actual departures and arrivals, the first time a source reported while the shipment was tracked (right within 6 hours); for expected arrivals, the time reported 3 days before arrival (right within 24 hours).',
  },
  sample: {
    zh: '统计了跟踪期间最近抵达的 {{examined}} 票，共 {{arrived}} 票',
    en: 'The latest {{examined}} of {{arrived}} {{arrived, plural(one: shipment; other: shipments)}} that arrived while tracked',
  },
  carrier: { zh: '承运人', en: 'Carrier' },
  all: { zh: '全部', en: 'All' },
  empty: {
    zh: '评分只统计开始跟踪之后抵达的货物，目前还没有。',
    en: 'Scores count shipments that arrived after tracking began. There are no such shipments yet.',
  },
  emptyOf: {
    zh: '开始跟踪之后抵达的货物有 {{arrived}} 票，但其中没有来源在跟踪期间给出过这些时间，无法评分。',
    en: '{{arrived}} {{arrived, plural(one: shipment; other: shipments)}} arrived after tracking began, but no source gave these times while they were tracked, so there are no scores.',
  },
  table: { zh: '数据源评分', en: 'Scores of sources' },
  column: {
    time: { zh: '时间项', en: 'Time' },
    carrier: { zh: '承运人', en: 'Carrier' },
    source: { zh: '来源', en: 'Source' },
    shipments: { zh: '票数', en: 'Shipments' },
    words: { zh: '平均次数', en: 'Times reported' },
    first: { zh: '首次给出', en: 'First reported' },
    error: { zh: '误差中位数', en: 'Median error' },
    right: { zh: '准确率', en: 'Right' },
  },
  early: { zh: '提前 {{span}}', en: '{{span}} before' },
  late: { zh: '{{span}}后', en: '{{span}} after' },
  attribute: {
    atd: { zh: '实际离港', en: 'Actual departure' },
    ata: { zh: '实际抵港', en: 'Actual arrival' },
    eta: { zh: '预计抵港', en: 'Expected arrival' },
  },
  advice: { zh: '优先级建议', en: 'Recommended order of sources' },
  adviceText: {
    zh: '{{attribute}}：按评分，来源顺序宜改为 {{order}}',
    en: '{{attribute}}: the scores suggest the order {{order}}',
  },
  noAdvice: { zh: '评分不支持调整当前的来源优先级。', en: 'The scores support the current order of sources.' },
  preview: { zh: '预览影响', en: 'Preview' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    sourceScores: typeof sourceScores;
  }
}

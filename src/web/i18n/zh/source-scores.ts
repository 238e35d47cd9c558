/** 数据源评分 */
export const sourceScores = {
  about:
    '按最终被证实的时间给各来源评分：实际离港、抵港看开始跟踪后第一次给出的时间（误差 6 小时以内为准确），预计抵港看抵港前 3 天给出的时间（误差 24 小时以内为准确）。',
  sample: '统计了跟踪期间最近抵达的 {{examined}} 票，共 {{arrived}} 票',
  carrier: '承运人',
  all: '全部',
  empty: '评分只统计开始跟踪之后抵达的货物，目前还没有。',
  emptyOf: '开始跟踪之后抵达的货物有 {{arrived}} 票，但其中没有来源在跟踪期间给出过这些时间，无法评分。',
  table: '数据源评分',
  column: {
    time: '时间项',
    carrier: '承运人',
    source: '来源',
    shipments: '票数',
    words: '平均次数',
    first: '首次给出',
    error: '误差中位数',
    right: '准确率',
  },
  early: '提前 {{span}}',
  late: '{{span}}后',
  attribute: { atd: '实际离港', ata: '实际抵港', eta: '预计抵港' },
  advice: '优先级建议',
  adviceText: '{{attribute}}：按评分，来源顺序宜改为 {{order}}',
  noAdvice: '评分不支持调整当前的来源优先级。',
  preview: '预览影响',
} as const;

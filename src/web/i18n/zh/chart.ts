/** Texts of pictures: the switch to a table and the time strip. */
export const chart = {
  asPicture: '显示为图形',
  now: '现在',
  what: '事项',
  from: '开始',
  to: '结束',
  kind: '时间类型',
  note: '说明',
  keys: '方向键切换，Enter 打开',
  range: '{{from}} 至 {{to}}',
  timeOfKind: '{{kind}} {{time}}',
  zone: '时间：{{zone}}',
} as const;

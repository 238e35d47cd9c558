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
  keysMove: '方向键切换',
  since: '{{from}} 起',
  range: '{{from}} 至 {{to}}',
  timeOfKind: '{{kind}} {{time}}',
  cutOff: {
    label: '进港与截止时间',
    window: '收箱时段',
    departure: '开航',
    ahead: '未到',
    over: '已过',
  },
  zone: '时间：{{zone}}',
} as const;

import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of pictures: the switch to a table and the time strip. */
export const chart = {
  asPicture: { zh: '显示为图形', en: 'Show as a picture' },
  now: { zh: '现在', en: 'now' },
  what: { zh: '事项', en: 'Item' },
  from: { zh: '开始', en: 'From' },
  to: { zh: '结束', en: 'To' },
  kind: { zh: '时间类型', en: 'Kind of time' },
  note: { zh: '说明', en: 'Note' },
  keys: { zh: '方向键切换，Enter 打开', en: 'Arrow keys move, Enter opens' },
  keysMove: { zh: '方向键切换', en: 'Arrow keys move' },
  since: { zh: '{{from}} 起', en: 'from {{from}}' },
  range: { zh: '{{from}} 至 {{to}}', en: '{{from}} to {{to}}' },
  timeOfKind: { zh: '{{kind}} {{time}}', en: '{{kind}} {{time}}' },
  cutOff: {
    label: { zh: '进港与截止时间', en: 'Openings and cut-offs' },
    window: { zh: '收箱时段', en: 'Receiving window' },
    departure: { zh: '开航', en: 'Departure' },
    ahead: { zh: '未到', en: 'Upcoming' },
    over: { zh: '已过', en: 'Passed' },
  },
  zone: { zh: '时间：{{zone}}', en: 'Times: {{zone}}' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    chart: typeof chart;
  }
}

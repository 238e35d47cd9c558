import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of search forms. */
export const search = {
  search: { zh: '查询', en: 'Search' },
  reset: { zh: '重置', en: 'Reset' },
  more: { zh: '更多 {{count}} 项', en: '{{count}} more' },
  less: { zh: '收起', en: 'Less' },
  all: { zh: '全部', en: 'All' },
  active: { zh: '当前筛选条件', en: 'Active filters' },
  remove: { zh: '移除条件 {{label}}', en: 'Remove filter {{label}}' },
  numbersHint: { zh: '可粘贴多个', en: 'Paste many at once' },
  numbers: { zh: '{{count}} 个', en: '{{count}} {{count, plural(one: number; other: numbers)}}' },
  tooMany: { zh: '最多 {{max}} 个，其余未使用', en: 'At most {{max}}; the rest is ignored' },
  tooShort: { zh: '请至少输入{{min}}个字符', en: 'Enter at least {{min}} characters' },
  dayHint: { zh: '年-月-日', en: 'yyyy-mm-dd' },
  wrongDate: { zh: '输入的时间格式不正确', en: 'The time format entered is incorrect' },
  fromOf: { zh: '{{label}} 从', en: '{{label}} from' },
  toOf: { zh: '{{label}} 至', en: '{{label}} to' },
  ranges: { zh: '{{label}} 快捷选择', en: 'Ranges for {{label}}' },
  today: { zh: '今天', en: 'Today' },
  lastDays: { zh: '最近 {{days}} 天', en: 'Last {{days}} {{days, plural(one: day; other: days)}}' },
  pickFrom: { zh: '选择开始日期…', en: 'Pick the first day…' },
  pickTo: { zh: '选择结束日期…', en: 'Pick the last day…' },
  clearRange: { zh: '清空', en: 'Clear' },
  least: { zh: '最小', en: 'min' },
  most: { zh: '最大', en: 'max' },
  leastOf: { zh: '{{label}} 最小', en: '{{label}}, least' },
  mostOf: { zh: '{{label}} 最大', en: '{{label}}, most' },
  wrongNumber: { zh: '请输入数字', en: 'Enter a number' },
  noValue: { zh: '（无）', en: '(none)' },
  atLeast: { zh: '≥ {{n}}', en: '≥ {{n}}' },
  atMost: { zh: '≤ {{n}}', en: '≤ {{n}}' },
  inWords: { zh: '用一句话筛选', en: 'Filter by a sentence' },
  wordsHint: {
    zh: '例如：下周到洛杉矶、未处理、马士基、最新的在前，回车查询',
    en: 'For example: to Los Angeles next week, not handled, Maersk, newest first. Press Enter.',
  },
  notUnderstood: { zh: '未能识别：{{parts}}。这部分没有参与筛选。', en: 'Not understood and ignored: {{parts}}.' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    search: typeof search;
  }
}

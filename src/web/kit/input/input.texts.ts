import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of widgets that are typed into: times, ports, tables. */
export const input = {
  timeFormat: { zh: '输入的时间格式不正确', en: 'The time format entered is incorrect' },
  zone: { zh: '时间为{{zone}}当地时间', en: 'In local time of {{zone}}' },
  noZone: { zh: '该地点没有时区，按{{zone}}处理', en: 'This place has no time zone; {{zone}} is used' },
  pickAll: { zh: '全选', en: 'Select all rows' },
  pick: { zh: '选择第{{row}}行', en: 'Select row {{row}}' },
  cell: { zh: '第{{row}}行 {{title}}', en: '{{title}}, row {{row}}' },
  new: { zh: '新增', en: 'New' },
  changed: { zh: '已修改', en: 'Changed' },
  gone: { zh: '待删除', en: 'To delete' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    input: typeof input;
  }
}

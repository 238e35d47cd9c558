import type { MessageTable } from './types.ts';

/** Reading who did what. */
export const auditMessages = {
  'audit.pageTooDeep': {
    zh: '只显示最近的 {{max}} 条，请缩小时间范围或增加条件',
    en: 'Only the latest {{max}} entries can be paged; narrow the time range or add a condition',
  },
  'audit.timeOrder': { zh: '开始时间不能晚于结束时间', en: 'The start must not be after the end' },
} as const satisfies MessageTable;

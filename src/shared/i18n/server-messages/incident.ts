import type { MessageTable } from './types.ts';

/** Incidents: exceptions of one cause. */
export const incidentMessages = {
  'incident.notFound': { zh: '异常事件不存在', en: 'Incident not found' },
  'incident.stale': {
    zh: '查看后已有变化，未处理；请刷新后再试',
    en: 'Changed in the meantime and not updated; refresh and try again',
  },
  'incident.snoozePast': { zh: '搁置时间必须晚于当前时间', en: 'The end of the snooze must be in the future' },
  'incident.acted': {
    zh: '已处理 {{count}} 条异常',
    en: 'Done for {{count}} {{count, plural(one: exception; other: exceptions)}}',
  },
  'incident.partlyActed': {
    zh: '已处理 {{count}} 条异常，{{stale}} 条查看后已有变化，未处理',
    en: 'Done for {{count}} {{count, plural(one: exception; other: exceptions)}}; {{stale}} changed in the meantime and were not updated',
  },
} as const satisfies MessageTable;

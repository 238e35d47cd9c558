import type { MessageTable } from './types.ts';

/** Incidents: exceptions of one cause. */
export const incidentMessages = {
  'incident.notFound': { zh: '异常组不存在', en: 'Incident not found' },
  'incident.stale': {
    zh: '查看后已有变化，未处理；请刷新后再试',
    en: 'Changed in the meantime and not updated; refresh and try again',
  },
  'incident.snoozePast': { zh: '搁置时间必须晚于当前时间', en: 'The end of the snooze must be in the future' },
  'incident.assigneeOfSome': {
    zh: '该用户无权查看此事件中 {{count}} 个租户的异常，请选择可查看全部租户的用户，或按租户分配',
    en: 'This user may not see the exceptions of {{count}} {{count, plural(one: tenant; other: tenants)}} of the incident; choose somebody who sees all of them, or assign tenant by tenant',
  },
  'incident.outage': {
    zh: '同一数据源中断影响 {{count}} 个租户：{{tenants}}',
    en: 'One outage of a source affects {{count}} {{count, plural(one: tenant; other: tenants)}}: {{tenants}}',
  },
  'incident.tenants': {
    zh: '平台（{{count}} 个租户）',
    en: 'Platform ({{count}} {{count, plural(one: tenant; other: tenants)}})',
  },
  'incident.acted': {
    zh: '已处理 {{count}} 条异常',
    en: 'Done for {{count}} {{count, plural(one: exception; other: exceptions)}}',
  },
  'incident.partlyActed': {
    zh: '已处理 {{count}} 条异常，{{stale}} 条查看后已有变化，未处理',
    en: 'Done for {{count}} {{count, plural(one: exception; other: exceptions)}}; {{stale}} changed in the meantime and were not updated',
  },
} as const satisfies MessageTable;

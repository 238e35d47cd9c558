import { declareList } from '#shared/list/declare.ts';

/** What became of every theoretical run of every schedule. */
export const occurrencesList = declareList({
  name: 'occurrences',
  call: 'occurrenceQuery',
  path: '/api/product/occurrence/query',
  menus: ['/occurrence', '/schedule'],
  route: '/occurrence',
  label: { zh: '计划执行记录', en: 'Runs of schedules' },
  empty: {
    zh: '还没有计划到期。每个计划的每次理论执行都会在这里留下一条记录。',
    en: 'No schedule has been due yet. Every theoretical run of a schedule leaves one record here.',
  },
  filledAt: { href: '/schedule', label: { zh: '新建计划', en: 'Make a schedule' } },
  id: 'occurrenceId',
  pageSize: 20,
  exported: true,
  columns: {
    runTime: { kind: 'instant', label: { zh: '计划时间', en: 'Planned for' }, sortable: true },
    outcome: {
      kind: 'code',
      label: { zh: '结果', en: 'Outcome' },
      width: 104,
      values: {
        ran: { zh: '已执行', en: 'Ran', tone: 'ok' },
        queued: { zh: '排队中', en: 'Queued', tone: 'info' },
        skipped: { zh: '已跳过', en: 'Skipped', tone: 'neutral' },
        merged: { zh: '已合并', en: 'Merged', tone: 'neutral' },
        missed: { zh: '已错过', en: 'Missed', tone: 'danger' },
      },
    },
    /** Why, in a sentence; null for a run on time. */
    reasonText: { kind: 'text', label: { zh: '原因', en: 'Why' }, width: 300, nullable: true },
    /** null: the schedule has been deleted. */
    scheduleName: { kind: 'text', label: { zh: '计划', en: 'Schedule' }, width: 200, nullable: true },
    processName: { kind: 'text', label: { zh: '流程', en: 'Process' }, width: 200, nullable: true },
    jobId: { kind: 'text', label: { zh: '作业', en: 'Job' }, width: 110, nullable: true },
    /** null: there is no job, or it is not kept any more. */
    jobStatus: {
      kind: 'dict',
      dict: 'WL_JOB_STATUS',
      label: { zh: '作业状态', en: 'Status of the job' },
      width: 120,
      nullable: true,
    },
    tenantName: { kind: 'text', label: { zh: '租户', en: 'Tenant' }, width: 160 },
    decidedTime: { kind: 'instant', label: { zh: '决定时间', en: 'Decided' }, sortable: true },
    wlSchedulesId: { kind: 'text', label: { zh: '计划编号', en: 'Id of the schedule' }, hidden: true },
    processId: { kind: 'text', label: { zh: '流程编号', en: 'Id of the process' }, hidden: true },
    reason: { kind: 'text', label: { zh: '原因代码', en: 'Code of the reason' }, nullable: true, hidden: true },
    cronZone: { kind: 'text', label: { zh: '时区', en: 'Time zone' }, nullable: true, hidden: true },
  },
  filters: {
    runTime: { kind: 'range' },
    scheduleName: { kind: 'text', max: 100 },
    processName: { kind: 'text', max: 100 },
    tenantName: { kind: 'text', max: 100 },
    wlSchedulesId: { kind: 'id', link: true },
    subscriptionId: { kind: 'id', link: true, label: { zh: '订阅编号', en: 'Subscription' } },
  },
  tabs: {
    name: 'outcome',
    label: { zh: '结果', en: 'Outcome' },
    values: {
      all: { zh: '全部', en: 'All' },
      ran: { zh: '已执行', en: 'Ran' },
      queued: { zh: '排队中', en: 'Queued' },
      skipped: { zh: '已跳过', en: 'Skipped' },
      merged: { zh: '已合并', en: 'Merged' },
      missed: { zh: '已错过', en: 'Missed' },
    },
  },
  order: [['runTime', 'desc']],
});

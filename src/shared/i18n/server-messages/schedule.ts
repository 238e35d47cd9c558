import type { MessageTable } from './types.ts';

/** Schedules: what was done to them, and what became of their runs. */
export const scheduleMessages = {
  'schedule.behind': {
    zh: '该计划还有大量到期的执行尚未处理，请稍后再试',
    en: 'Many due runs of the schedule have not been processed yet; try again later',
  },
  'schedule.needVersionCron': {
    zh: '{{count}} 个计划没有自己的 Cron，须按产品版本的 Cron 执行，版本不能没有 Cron 表达式',
    en: 'Schedules without their own cron expression use that of the package version ({{count}}): it needs one',
  },
  'schedule.needVersionCronOf': {
    zh: '{{count}} 个计划没有自己的 Cron，须按产品版本的 Cron 执行：{{names}}。请先为它们填写 Cron 表达式',
    en: 'Schedules without their own cron expression use that of the package version ({{count}}): {{names}}. Give them their own first',
  },
  'schedule.noCron': {
    zh: '请输入 Cron 表达式：该流程的产品版本没有 Cron 表达式',
    en: 'Enter the cron expression: the package version of the process has none',
  },
  'schedule.noneSelected': { zh: '请选择计划', en: 'Choose schedules' },
  'schedule.outlasts': {
    zh: '单次执行约需 {{duration}}，长于执行间隔 {{interval}}：后一次到期时前一次尚未结束',
    en: 'A job takes about {{duration}}, longer than the {{interval}} between two runs: they will overlap',
  },
  'schedule.untilMissing': { zh: '请选择暂停至何时，且晚于现在', en: 'Choose an end of the pause in the future' },
  'schedule.done.start': { zh: '已启动 {{count}} 个计划', en: 'Schedules started: {{count}}' },
  'schedule.done.stop': { zh: '已停止 {{count}} 个计划', en: 'Schedules stopped: {{count}}' },
  'schedule.done.pause': { zh: '已暂停 {{count}} 个计划', en: 'Schedules paused: {{count}}' },
  'schedule.done.resume': { zh: '已恢复 {{count}} 个计划', en: 'Schedules resumed: {{count}}' },
  'schedule.ofProcess': { zh: '{{name}}（按 {{zone}} 当地时间）', en: '{{name}} (local time of {{zone}})' },
  'schedule.nextRun': { zh: '下一次执行', en: 'Next run' },
  'occurrence.outcome.ran': { zh: '已执行', en: 'Ran' },
  'occurrence.outcome.queued': { zh: '排队中', en: 'Queued' },
  'occurrence.outcome.skipped': { zh: '已跳过', en: 'Skipped' },
  'occurrence.outcome.merged': { zh: '已合并', en: 'Merged' },
  'occurrence.outcome.missed': { zh: '已错过', en: 'Missed' },
  'job.is.Pending': { zh: '作业等待中', en: 'the job is pending' },
  'job.is.Running': { zh: '作业运行中', en: 'the job is running' },
  'job.is.Stopping': { zh: '作业停止中', en: 'the job is being stopped' },
  'job.is.Faulted': { zh: '作业失败', en: 'the job has failed' },
  'job.is.Successful': { zh: '作业成功', en: 'the job has succeeded' },
  'job.is.Stopped': { zh: '作业已停止', en: 'the job was stopped' },
  'schedule.noSubscription': {
    zh: '该流程的租户没有编号为 {{id}} 的订阅',
    en: 'The tenant of the process has no subscription {{id}}',
  },
  'occurrence.caughtUp': { zh: '补跑：比计划时间晚 {{late}}', en: 'Caught up {{late}} late' },
  'occurrence.previousUnfinished': {
    zh: '上一次执行尚未结束，排队等候',
    en: 'Waiting: the previous run has not finished',
  },
  'occurrence.overlap': { zh: '上一次执行尚未结束', en: 'The run before had not finished' },
  'occurrence.queueFull': { zh: '排队的执行已达上限', en: 'Too many runs were waiting already' },
  'occurrence.nonWorkingDay': { zh: '工作日历中的休息日', en: 'A day off in its calendar' },
  'occurrence.paused': { zh: '计划处于暂停状态', en: 'The schedule was paused' },
  'occurrence.mergedIntoLatest': {
    zh: '停机期间错过，合并到之后最近一次执行',
    en: 'Missed during an outage; merged into the latest run after it',
  },
  'occurrence.policySkip': {
    zh: '停机期间错过，按策略不补跑',
    en: 'Missed during an outage; missed runs are skipped by its policy',
  },
  'occurrence.catchUpLimit': {
    zh: '停机期间错过，超出补跑上限',
    en: 'Missed during an outage; beyond the catch-up limit',
  },
  'occurrence.stopped': { zh: '排队期间计划被停止', en: 'The schedule was stopped while the run was waiting' },
  'occurrence.refused': { zh: '无法创建作业：{{detail}}', en: 'No job could be made: {{detail}}' },
} as const satisfies MessageTable;

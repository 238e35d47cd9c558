import type { TextTree } from '#web/i18n/all-texts.ts';

/** Schedules, calendars and what became of runs. */
export const schedules = {
  runs: { zh: '执行记录', en: 'Runs' },
  start: { zh: '启动 / 恢复', en: 'Start / resume' },
  pause: { zh: '暂停', en: 'Pause' },
  stop: { zh: '停止', en: 'Stop' },
  actFailed: { zh: '操作失败', en: 'The action failed' },
  deleted: { zh: '(计划已删除)', en: '(deleted schedule)' },
  done: {
    start: { zh: '计划“{{name}}”已启动', en: 'Schedule "{{name}}" is started' },
    resume: { zh: '计划“{{name}}”已恢复', en: 'Schedule "{{name}}" is resumed' },
    pause: { zh: '计划“{{name}}”已暂停', en: 'Schedule "{{name}}" is paused' },
    stop: { zh: '计划“{{name}}”已停止', en: 'Schedule "{{name}}" is stopped' },
  },
  pauseTitle: { zh: '暂停计划“{{name}}”', en: 'Pause the schedule "{{name}}"' },
  pauseHelp: {
    zh: '暂停期间到期的执行会被跳过，并各留下一条记录。',
    en: 'Runs due during the pause are skipped; each leaves a record.',
  },
  pauseFor: { zh: '暂停时长', en: 'How long' },
  span: {
    hour: { zh: '1 小时', en: '1 hour' },
    day: { zh: '1 天', en: '1 day' },
    week: { zh: '7 天', en: '7 days' },
    time: { zh: '直到指定时间', en: 'Until a set time' },
  },
  untilZone: { zh: '暂停至({{zone}})', en: 'Paused until ({{zone}})' },
  days: { zh: '特殊日期', en: 'Special days' },
  daysLater: {
    zh: '保存日历后可添加节假日与调休上班日。',
    en: 'Save the calendar first, then add holidays and make-up working days.',
  },
  outlook: {
    assumed: { zh: '长度未知，按 {{assumed}} 估算', en: 'duration unknown, {{assumed}} assumed' },
    seen: {
      zh: '运行中的计划 {{count}} 个，此处计入最近到期的 {{seen}} 个；不含无权查看的租户的计划。',
      en: '{{count}} running schedules; the next {{seen}} are counted. Schedules of tenants you cannot see are not counted.',
    },
    all: {
      zh: '运行中的计划 {{count}} 个；不含无权查看的租户的计划。',
      en: '{{count}} running {{count, plural(one: schedule; other: schedules)}}. Those of tenants you cannot see are not counted.',
    },
    none: { zh: '没有运行中的计划', en: 'No schedule is running' },
    runs: { zh: '24 小时内执行 {{count}} 次', en: '{{count}} {{count, plural(one: run; other: runs)}} in 24 hours' },
    running: { zh: '执行中', en: 'Running' },
    noWait: { zh: '不排队', en: 'No waiting jobs' },
    noRobot: { zh: '没有可用的机器人：全部排队', en: 'No robot is available: all jobs wait' },
    waits: { zh: '{{count}} 个作业排队', en: '{{count}} {{count, plural(one: job waits; other: jobs wait)}}' },
    schedule: { zh: '计划', en: 'Schedule' },
    tenant: { zh: '租户', en: 'Tenant' },
    total: { zh: '次数', en: 'Runs' },
    queue: { zh: '排队', en: 'Queue' },
    hourRuns: { zh: '{{hour}}：{{count}} 次', en: '{{hour}}: {{count}}' },
    first: { zh: '自 {{at}} 起，最长 {{longest}}', en: 'from {{at}}, at most {{longest}}' },
    byHour: { zh: '自 {{from}} 起各小时的执行次数', en: 'Runs per hour from {{from}}' },
  },
  preview: { zh: '未来 24 小时预览', en: 'The next 24 hours' },
  byVersion: { zh: '按产品版本的 Cron 执行：', en: 'Cron expression of the package version:' },
  previewLater: {
    zh: '填写有效的 Cron 表达式和时区后，这里会显示接下来的执行与排队情况。',
    en: 'Enter a valid cron expression and time zone to see the next runs and where they would queue.',
  },
  next: { zh: '接下来的执行({{zone}})', en: 'Next runs ({{zone}})' },
  noRun: { zh: '不再有执行', en: 'No further run' },
  skipped: { zh: '跳过：{{reason}}', en: 'skipped: {{reason}}' },
  day: { zh: '24 小时内', en: 'Within 24 hours' },
  dayRuns: { zh: '到期 {{runs}} 次，执行 {{starts}} 次', en: '{{runs}} due, {{starts}} would run' },
  dayRunsCut: {
    zh: '到期约 {{inAll}} 次；前 {{runs}} 次中执行 {{starts}} 次',
    en: 'about {{inAll}} due; of the first {{runs}}, {{starts}} would run',
  },
  duration: { zh: '单次耗时(中位数)', en: 'Job duration (median)' },
  durationUnknown: {
    zh: '尚无执行记录，长度未知，按 {{assumed}} 估算',
    en: 'Unknown: no job has run yet; {{assumed}} assumed',
  },
  othersUnknown: {
    zh: '{{count}} 个的执行长度未知，按 {{assumed}} 估算',
    en: 'duration of {{count}} unknown; {{assumed}} assumed',
  },
  environment: { zh: '运行环境', en: 'Environment' },
  capacity: {
    zh: '{{name}}：可并行 {{count}} 个作业',
    en: '{{name}}: {{count}} {{count, plural(one: job; other: jobs)}} at a time',
  },
  otherSchedules: { zh: '同环境的其他计划', en: 'Other schedules of the environment' },
  someSeen: { zh: '{{count}}(已计入 {{seen}} 个)', en: '{{count}} ({{seen}} counted here)' },
  noRobot: {
    zh: '环境“{{name}}”中没有可用的机器人，作业会一直排队',
    en: 'No robot of the environment "{{name}}" is available: jobs would wait',
  },
  waits: {
    zh: '自 {{at}} 起作业需要排队，最长等待 {{longest}}',
    en: 'Jobs queue from {{at}} on; the longest wait is {{longest}}',
  },
  picture: { zh: '各小时占用的机器人与排队的作业(平均)', en: 'Robot places taken and jobs waiting, hourly average' },
  hour: { zh: '小时', en: 'Hour' },
  own: { zh: '本计划', en: 'This schedule' },
  others: { zh: '其他计划', en: 'Other schedules' },
  waiting: { zh: '排队', en: 'Waiting' },
  seconds: { zh: '{{n}} 秒', en: '{{n}} s' },
  minutes: { zh: '{{n}} 分钟', en: '{{n}} min' },
  hours: { zh: '{{n}} 小时', en: '{{n}} h' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    schedules: typeof schedules;
  }
}

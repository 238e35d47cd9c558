import { declareEntity } from '#shared/entity/declare.ts';
import { defaultCronZone } from '#shared/time/cron.ts';
import { isZone } from '#shared/time/zone.ts';
import { isRecord } from '#shared/values/objects.ts';
import { cronField } from './cron-field.ts';

/** The input of a job is an object. */
function isJsonObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

/** When a process runs by itself. */
export const schedule = declareEntity({
  name: 'schedule',
  table: 'schedule',
  id: 'wlSchedulesId',
  label: { zh: '计划', en: 'Schedule' },
  title: ['scheduleName', 'processName'],
  menu: '/schedule',
  tenantField: 'tenantId',
  order: [['scheduleName', 'asc']],
  fields: {
    scheduleName: {
      kind: 'text',
      label: { zh: '计划名称', en: 'Schedule' },
      max: 100,
      required: true,
      requiredText: { zh: '请输入计划名称', en: 'Enter the name of the schedule' },
      search: 'keyword',
      list: 200,
    },
    processesId: {
      kind: 'reference',
      label: { zh: '流程配置', en: 'Process' },
      column: 'process_id',
      entity: 'process',
      show: 'processName',
      showField: 'processName',
      choice: { of: ['processName', 'packageVersion', 'tenantName'], by: ' - ' },
      required: true,
      requiredText: { zh: '请选择流程配置', en: 'Choose the process' },
      createOnly: true,
      search: 'filter',
      list: 200,
    },
    subscribeId: {
      kind: 'integer',
      label: { zh: '订阅编号', en: 'Subscription' },
      help: { zh: '留空时流程为整个租户执行', en: 'Empty: the process runs for the whole tenant' },
      column: 'subscription_id',
      min: 1,
      max: 999_999_999_999,
      createOnly: true,
      list: 110,
    },
    tenantId: {
      kind: 'reference',
      label: { zh: '租户', en: 'Tenant' },
      entity: 'tenant',
      show: 'tenantName',
      showField: 'tenantName',
      required: true,
      createOnly: true,
      readOnly: true,
      search: 'filter',
      list: 140,
    },
    cronExpression: {
      ...cronField,
      help: {
        zh: `${cronField.help.zh}；留空则按流程所用产品版本的 Cron 执行`,
        en: `${cronField.help.en}. Empty: it runs by that of the package version of its process`,
      },
      column: 'own_cron',
      list: false,
    },
    effectiveCron: {
      kind: 'text',
      label: { zh: '生效的 Cron', en: 'Cron in force' },
      column: 'cron_expression',
      max: 120,
      readOnly: true,
      list: 160,
    },
    cronZone: {
      kind: 'text',
      label: { zh: '时区', en: 'Time zone' },
      help: { zh: 'Cron 表达式按该时区的当地时间解释', en: 'The expression is read in its local time' },
      max: 60,
      required: true,
      default: defaultCronZone,
      example: 'Europe/Berlin',
      check: (value) =>
        isZone(value) ? undefined : { zh: `没有名为“${value}”的时区`, en: `There is no time zone "${value}"` },
      list: 130,
    },
    calendarId: {
      kind: 'reference',
      label: { zh: '工作日历', en: 'Calendar' },
      help: { zh: '休息日不执行；留空表示每天执行', en: 'It does not run on days off; empty: it runs every day' },
      entity: 'calendar',
      show: 'calendarName',
      showField: 'calendarName',
      list: 130,
    },
    missedPolicy: {
      kind: 'choice',
      label: { zh: '错过的执行', en: 'Missed runs' },
      help: { zh: '停机期间错过的执行如何处理', en: 'What becomes of runs missed during an outage' },
      dict: 'WL_MISSED_POLICY',
      required: true,
      default: 'latest',
      list: 130,
    },
    catchUpLimit: {
      kind: 'integer',
      label: { zh: '补跑上限', en: 'Catch-up limit' },
      help: { zh: '“全部补跑”时最多补跑的次数', en: 'Maximum number of missed runs to catch up with the policy "all"' },
      min: 1,
      max: 100,
      default: 10,
      list: false,
    },
    overlapPolicy: {
      kind: 'choice',
      label: { zh: '重叠执行', en: 'Overlap' },
      help: { zh: '上一次执行未结束时如何处理', en: 'What happens while the run before has not finished' },
      dict: 'WL_OVERLAP_POLICY',
      required: true,
      default: 'skip',
      list: 130,
    },
    priority: {
      kind: 'integer',
      label: { zh: '优先级', en: 'Priority' },
      help: { zh: '留空时取流程的优先级', en: 'Empty: as set for the process' },
      min: 1,
      max: 100,
      list: false,
    },
    input: {
      kind: 'text',
      label: { zh: '输入参数', en: 'Input' },
      help: { zh: 'JSON 对象，交给每次执行的作业', en: 'A JSON object passed to every job' },
      max: 4000,
      lines: 4,
      example: '{"port": "CNSHA"}',
      check: (value) =>
        value === '' || isJsonObject(value)
          ? undefined
          : { zh: '输入参数应为 JSON 对象', en: 'The input has to be a JSON object' },
      list: false,
    },
    scheduleStatus: {
      kind: 'choice',
      label: { zh: '状态', en: 'Status' },
      dict: 'WL_SCHEDULE_STATUS',
      readOnly: true,
      search: 'filter',
      list: 100,
    },
    pausedUntil: { kind: 'instant', label: { zh: '暂停至', en: 'Paused until' }, readOnly: true, list: 160 },
    nextRunTime: {
      kind: 'instant',
      label: { zh: '下次执行', en: 'Next run' },
      column: 'next_run_at',
      readOnly: true,
      list: 160,
    },
    problem: { kind: 'text', label: { zh: '问题', en: 'Problem' }, max: 500, readOnly: true, list: 200 },
  },
  uniqueTogether: ['tenantId', 'scheduleName'],
  message: {
    added: { zh: '新增计划成功', en: 'The schedule was added' },
    updated: { zh: '更新计划成功', en: 'The schedule was updated' },
    removed: { zh: '删除计划成功', en: 'The schedule was deleted' },
    removeFailed: { zh: '删除计划失败', en: 'The schedule could not be deleted' },
  },
});

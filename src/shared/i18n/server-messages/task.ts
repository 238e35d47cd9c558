import type { MessageTable } from './types.ts';

/** Names of background work, by kind. */
export const taskMessages = {
  'task.pull': { zh: '向数据源查询', en: 'Asking sources' },
  'task.pushed': { zh: '处理推送', en: 'Taking in what was pushed' },
  'task.pushed_retraction': { zh: '查找被撤回的推送事件', en: 'Looking for pushed events that were taken back' },
  'task.booking_feed': { zh: '读取订单', en: 'Reading bookings' },
  'task.push_subscription': { zh: '维护推送订阅', en: 'Keeping push subscriptions' },
  'task.plan_runs': { zh: '安排计划的执行', en: 'Planning runs of schedules' },
  'task.housekeeping': { zh: '日常清理', en: 'Housekeeping' },
  'task.notification': { zh: '发送通知', en: 'Sending notifications' },
  'task.outward': { zh: '推送到租户订阅', en: 'Calling back tenants’ subscriptions' },
  'task.edi_file': { zh: '读取 EDI 文件', en: 'Reading EDI files' },
  'task.rule_tracks': { zh: '整理规则试运行所需的历史', en: 'Preparing history for trials of rules' },
  'task.edi_tie': { zh: '匹配 EDI 报文', en: 'Matching EDI messages' },
  'task.sailings': { zh: '更新船公司船期', en: 'Refreshing schedules of carriers' },
  'task.voyages': { zh: '更新船舶航次', en: 'Following voyages of vessels' },
  'task.entity_import': { zh: '导入表格', en: 'Importing sheets' },
  'task.list_export': { zh: '导出列表', en: 'Exporting lists' },
  'task.rule_run': { zh: '试算与重新检测规则', en: 'Trying and applying rules' },
  'task.robot_answer': { zh: '读取机器人带回的网页', en: 'Reading what robots bring' },
  'task.job_watch': { zh: '监视作业与机器人', en: 'Watching jobs and robots' },
  'task.robot_run': { zh: '试用与发布网页解析器', en: 'Trying and releasing parsers of pages' },
  'task.world_work': { zh: '模拟世界里同事的工作', en: 'Work of people in the simulated world' },
  'task.world_robot': { zh: '模拟世界的机器人', en: 'Robot of the simulated world' },
  'task.replay': { zh: '重新处理记录', en: 'Working through records again' },
} as const satisfies MessageTable;

import type { Text } from './text.ts';

/** Sentences that say why an exception, a value or a task is as it is. */
export const whySentences = {
  exceptionNew: { zh: '新发现，还没有人处理：{{text}}', en: 'New, and nobody has handled it yet: {{text}}' },
  exceptionRegressed: {
    zh: '问题曾经消失，现在第 {{count}} 次复发：{{text}}',
    en: 'It was resolved and came back {{count}} {{count, plural(one: time; other: times)}}: {{text}}',
  },
  exceptionEscalating: { zh: '问题比之前更严重了：{{text}}', en: 'It got worse: {{text}}' },
  exceptionInProgress: {
    zh: '{{who}} 正在处理，问题还在：{{text}}',
    en: '{{who}} is working on it, and it is still there: {{text}}',
  },
  exceptionHandled: {
    zh: '{{who}} 已标记为已处理，但数据中问题还在：{{text}}',
    en: '{{who}} has marked it as handled, but the data still shows it: {{text}}',
  },
  exceptionNoAction: {
    zh: '{{who}} 认为无需处理，数据中问题还在：{{text}}',
    en: '{{who}} decided that no action is needed; the data still shows it: {{text}}',
  },
  exceptionOnHold: {
    zh: '{{who}} 已挂起，问题还在：{{text}}',
    en: '{{who}} has put it on hold, and it is still there: {{text}}',
  },
  exceptionSnoozed: { zh: '已搁置，加重时才恢复提醒：{{text}}', en: 'Snoozed until it gets worse: {{text}}' },
  exceptionSnoozedUntil: {
    zh: '已搁置到 {{untilAt}}，加重时提前恢复：{{text}}',
    en: 'Snoozed until {{untilAt}}, or until it gets worse: {{text}}',
  },
  exceptionResolved: {
    zh: '数据中已经没有这个问题，已自动关闭：{{text}}',
    en: 'The data no longer shows it, so it is closed: {{text}}',
  },
  exceptionHappened: {
    zh: '已经发生，无法再改变，作为结果保留：{{text}}',
    en: 'It has happened and can no longer be changed. It is kept as an outcome: {{text}}',
  },
  exceptionDuplicate: {
    zh: '与另一条未关闭的异常重复，只保留那一条：{{text}}',
    en: 'Another open exception covers the same problem, so this one is closed: {{text}}',
  },
  exceptionRuleOff: {
    zh: '检测规则已停用，不再检查这个问题：{{text}}',
    en: 'The detection rule was disabled, so it is closed: {{text}}',
  },
  exceptionAdjusted: {
    zh: '规则设置、主数据或专家值调整后，不再算作异常：{{text}}',
    en: 'It is no longer an exception after a change of settings, master data or expert values: {{text}}',
  },
  exceptionTrackingEnded: {
    zh: '该票跟踪已结束，不再检查这个问题：{{text}}',
    en: 'Tracking of this shipment has ended, so it is closed: {{text}}',
  },
  exceptionMerged: {
    zh: '已并入同一问题的异常：{{text}}',
    en: 'It was merged into the exception for the same problem: {{text}}',
  },
  valueOverride: {
    zh: '专家填写了这个值，专家的值优先于所有来源。',
    en: 'An expert has entered this value; expert values take priority over all sources.',
  },
  valueClassifier: {
    zh: '采用 {{who}} 的值，因为实际时间优先于预计时间，预计时间优先于计划时间。',
    en: 'The value of {{who}} is used because actual times take priority over estimated ones, and these over planned ones.',
  },
  valuePrecedence: {
    zh: '采用 {{who}} 的值，因为对这一项它比 {{others}} 更可信。',
    en: 'The value of {{who}} is used because this source is more trusted here than {{others}}.',
  },
  valueNewest: {
    zh: '采用 {{who}} 的值，因为它与 {{others}} 同等可信，而它的数据更新。',
    en: 'The value of {{who}} is used because it is newer than that of {{others}}, which is equally trusted.',
  },
  valueOnly: { zh: '只有 {{who}} 提供了这个值。', en: 'Only {{who}} reports this value.' },
  valueAgreed: {
    zh: '{{who}} 与其他 {{count}} 个来源的数据一致。',
    en: '{{who}} and {{count}} other {{count, plural(one: statement; other: statements)}} agree.',
  },
  valueRoute: {
    zh: '采用 {{who}} 的值，因为 {{others}} 只知道其中一段航程（到中转港为止，或从中转港开始）。',
    en: 'The value of {{who}} is used because {{others}} knows only a part of the route, to or from a transhipment port.',
  },
  valueRecorded: {
    zh: '这是当时采用的 {{who}} 的值，其他来源当时的值没有保留。',
    en: 'This is the value of {{who}} used at the time; the values of other sources were not kept.',
  },
  pullFailing: {
    zh: '连续 {{count}} 次请求失败（{{error}}），{{nextAt}} 再试。',
    en: 'Requests have failed {{count}} {{count, plural(one: time; other: times)}} in a row ({{error}}); next attempt {{nextAt}}.',
  },
  pullOverdue: {
    zh: '原定 {{nextAt}} 请求，后台任务还没有轮到它。',
    en: 'A request was planned for {{nextAt}}, but the background work has not reached it yet.',
  },
  pullPlanned: { zh: '工作正常，{{nextAt}} 再次请求。', en: 'Working; next request at {{nextAt}}.' },
  pullDeparture: {
    zh: '临近离港，查询加密；{{nextAt}} 再次请求。',
    en: 'Departure is near, so the source is asked more often; next request at {{nextAt}}.',
  },
  pullTranshipment: {
    zh: '临近中转，查询加密；{{nextAt}} 再次请求。',
    en: 'Transhipment is near, so the source is asked more often; next request at {{nextAt}}.',
  },
  pullArrival: {
    zh: '临近到港，查询加密；{{nextAt}} 再次请求。',
    en: 'Arrival is near, so the source is asked more often; next request at {{nextAt}}.',
  },
  pullFreeTime: {
    zh: '免费期即将到期，查询加密；{{nextAt}} 再次请求。',
    en: 'Free time ends soon, so the source is asked more often; next request at {{nextAt}}.',
  },
  pullQuiet: {
    zh: '距下一节点还远，查询放疏；{{nextAt}} 再次请求。',
    en: 'The next milestone is far away, so the source is asked less often; next request at {{nextAt}}.',
  },
  pullCalls: {
    zh: '该数据源的调用次数已用完，已排队到 {{nextAt}} 请求。',
    en: 'The call limit of the source is used up; the request is queued for {{nextAt}}.',
  },
  pullLimit: {
    zh: '对方限流并要求稍后再来，{{nextAt}} 再次请求。',
    en: 'The source limits our requests and asked us to come later; next request at {{nextAt}}.',
  },
  pullMaintenance: {
    zh: '对方正在维护，{{nextAt}} 再次请求。',
    en: 'The source is under maintenance; next request at {{nextAt}}.',
  },
  pullPlannedMaintenance: {
    zh: '在登记的维护时段内不请求，{{nextAt}} 再次请求。',
    en: 'The source is not asked during its announced maintenance; next request at {{nextAt}}.',
  },
  pullNever: {
    zh: '没有安排请求，也还没有得到过数据。',
    en: 'No request is planned, and nothing has been received yet.',
  },
  pullByItself: {
    zh: '没有安排请求，由对方主动发送；最近一次在 {{lastAt}}。',
    en: 'No request is planned because the source pushes its data; last at {{lastAt}}.',
  },
  recordPending: {
    zh: '{{who}} 于 {{wantedAt}} 要求重新拉取，正在等待数据源答复。',
    en: '{{who}} asked for a new request at {{wantedAt}}; waiting for the answer of the source.',
  },
  recordFailing: {
    zh: '{{who}} 于 {{wantedAt}} 要求重新拉取，但请求失败：{{error}}',
    en: '{{who}} asked for a new request at {{wantedAt}}, but it failed: {{error}}',
  },
  recordPulled: {
    zh: '{{who}} 于 {{wantedAt}} 要求的拉取已经完成。',
    en: 'The request of {{who}} from {{wantedAt}} has been answered.',
  },
  recordCancelled: {
    zh: '{{who}} 取消了拉取，不会再为此请求数据源。',
    en: '{{who}} cancelled it, so no request is sent.',
  },
  taskPlanned: { zh: '计划在 {{runAt}} 执行，时间还没有到。', en: 'It is planned for {{runAt}}.' },
  taskDue: {
    zh: '自 {{runAt}} 起可以执行，正在等待空闲的工作进程。',
    en: 'It has been due since {{runAt}} and is waiting for a free worker.',
  },
  taskRetrying: {
    zh: '已失败 {{count}} 次（{{error}}），{{runAt}} 再试。',
    en: 'It failed {{count}} {{count, plural(one: time; other: times)}} ({{error}}); next attempt {{runAt}}.',
  },
  taskRunning: { zh: '工作进程正在执行。', en: 'A worker is processing it now.' },
  taskDead: {
    zh: '失败 {{count}} 次，不再重试：{{error}}',
    en: 'Failed permanently after {{count}} {{count, plural(one: attempt; other: attempts)}}: {{error}}',
  },
  schedulePlanned: { zh: '工作正常，下次执行在 {{nextAt}}。', en: 'Working; next run at {{nextAt}}.' },
  scheduleStopped: { zh: '已被停止，启动前不再执行。', en: 'It is stopped and does not run until it is started.' },
  schedulePaused: {
    zh: '已暂停到 {{untilAt}}，之后自动继续。',
    en: 'It is paused until {{untilAt}} and then continues automatically.',
  },
  scheduleUnplannable: { zh: '无法安排执行：{{error}}', en: 'Its runs cannot be planned: {{error}}' },
  scheduleOver: { zh: '它的 Cron 表达式不再有以后的执行时间。', en: 'Its cron expression has no further runs.' },
  scheduleEnded: { zh: '订阅已结束，不再执行。', en: 'The subscription has ended, so it no longer runs.' },
  runRunning: { zh: '已启动，还在执行。', en: 'It was started and is still running.' },
  runDone: { zh: '已完成：{{text}}', en: 'Done: {{text}}' },
  runFailed: { zh: '执行失败：{{text}}', en: 'It failed: {{text}}' },
} as const satisfies Readonly<Record<string, Text>>;

import type { MessageTable } from './types.ts';

/** Subscriptions: remarks, imports, schedules, pull records, replays, expert values. */
export const subscriptionMessages = {
  'subscription.remarkTooLong': {
    zh: '订阅备注不能超过 {{max}} 个字符',
    en: 'The remark may have at most {{max}} characters',
  },
  'subscription.subjectRequired': { zh: '是否提单订阅不能为空', en: 'Specify bill or container' },
  'subscription.subjectUnknown': {
    zh: '“{{value}}”不是有效的订阅类型，请填写 1/0、是/否、Y/N、提单/箱号',
    en: '"{{value}}" is not a subscription type; use 1/0, yes/no, Y/N, bill/container',
  },
  'subscription.directionUnknown': {
    zh: '进出口标志只能为 E 或 I（出口或进口）：{{value}}',
    en: 'The export/import flag must be E or I (export or import): {{value}}',
  },
  'subscription.textTooLong': { zh: '不能超过 {{max}} 个字符', en: 'At most {{max}} characters' },
  'subscription.cellTooLong': { zh: '{{name}}不能超过 {{max}} 个字符', en: '{{name}}: at most {{max}} characters' },
  'subscription.cell.blNo': { zh: '提单号', en: 'Bill no.' },
  'subscription.cell.ctnNo': { zh: '箱号', en: 'Container no.' },
  'subscription.cell.carrierCode': { zh: '船公司', en: 'Carrier' },
  'subscription.cell.vesselName': { zh: '船名', en: 'Vessel' },
  'subscription.cell.voyage': { zh: '航次', en: 'Voyage' },
  'subscription.checkDigit': {
    zh: '箱号 {{containerNo}} 的校验位不符，请核对',
    en: 'The check digit of {{containerNo}} is wrong, please check it',
  },
  'subscription.carrierByNumber': {
    zh: '没有这家船公司，按提单号识别：{{value}}',
    en: 'Unknown carrier, recognized by the bill number: {{value}}',
  },
  'subscription.otherCarrier': {
    zh: '与第 {{row}} 行矛盾：同一提单的船公司为 {{carrier}}',
    en: 'Contradicts row {{row}}, where the carrier of the same bill is {{carrier}}',
  },
  'subscription.twice': { zh: '与第 {{row}} 行重复', en: 'The same as row {{row}}' },
  'subscription.refused': { zh: '{{msg}}', en: '{{msg}}' },
  'subscription.listEmpty': { zh: '请至少添加一条订阅', en: 'Add at least one item to subscribe' },
  'subscription.imported': {
    zh: '已新增 {{count}} 条订阅',
    en: 'Added {{count}} {{count, plural(one: subscription; other: subscriptions)}}',
  },
  'subscription.importedPartly': {
    zh: '已新增 {{count}} 条订阅，{{failed}} 条需要更正',
    en: 'Added {{count}} {{count, plural(one: subscription; other: subscriptions)}}, {{failed}} must be corrected',
  },
  'subscription.noneImported': {
    zh: '没有新增订阅，请更正后重试',
    en: 'Nothing was added; correct the rows and try again',
  },
  'subscription.checked': {
    zh: '可新增 {{count}} 条，{{failed}} 条有误',
    en: '{{count}} can be added, {{failed}} have errors',
  },
  'subscription.bookingRequired': { zh: '请选择一条bk记录', en: 'Choose a booking' },
  'subscription.bookingNumberRequired': {
    zh: '请输入提单号或箱号',
    en: 'Enter a bill number or a container number',
  },
  'subscription.vesselRequired': { zh: '船名不能为空', en: 'The vessel name is required' },
  'subscription.voyageRequired': { zh: '航次不能为空', en: 'The voyage is required' },
  'subscription.bookingOfOther': {
    zh: '该bk属于其他租户，不能关联',
    en: 'This booking belongs to another tenant',
  },
  'subscription.linked': { zh: '已切换关联的bk', en: 'The subscription is linked to the chosen booking' },

  'schedule.started': {
    zh: '已启动 {{count}} 个调度',
    en: 'Started {{count}} {{count, plural(one: schedule; other: schedules)}}',
  },
  'schedule.stopped': {
    zh: '已停止 {{count}} 个调度',
    en: 'Stopped {{count}} {{count, plural(one: schedule; other: schedules)}}',
  },
  'schedule.runAlready': { zh: '所选调度已在运行', en: 'The selected schedules are already running' },
  'schedule.stoppedAlready': { zh: '所选调度已停止', en: 'The selected schedules are already stopped' },
  'schedule.ended': {
    zh: '订阅已结束，不能启动调度',
    en: 'The subscription has ended; its schedule cannot be started',
  },
  'schedule.every': { zh: '每 {{span}} 向“{{source}}”获取一次', en: 'Queries {{source}} every {{span}}' },
  'schedule.minutes': { zh: '{{count}} 分钟', en: '{{count}} min' },
  'schedule.seconds': { zh: '{{count}} 秒', en: '{{count}} s' },
  'schedule.hours': { zh: '{{count}} 小时', en: '{{count}} h' },
  'schedule.failing': {
    zh: '；已连续失败 {{count}} 次：{{error}}',
    en: '; failed {{count}} {{count, plural(one: time; other: times)}} in a row: {{error}}',
  },
  'schedule.packageDesc': { zh: '海运跟踪数据获取', en: 'Collects ocean tracking data' },
  'schedule.package.dcsa': { zh: '船公司标准接口（DCSA）', en: 'Carrier interface (DCSA)' },
  'schedule.package.ft': { zh: '聚合商接口', en: 'Aggregator interface' },
  'schedule.package.rpa': { zh: '机器人', en: 'Robots' },
  'schedule.job': { zh: '获取 {{source}}', en: 'Query {{source}}' },
  'schedule.plan.next': { zh: '下一次获取', en: 'Next request' },
  'schedule.plan.nothingNew': { zh: '已获取，没有新数据', en: 'Queried, nothing new' },
  'schedule.plan.failed': { zh: '获取失败：{{error}}', en: 'Failed: {{error}}' },
  'schedule.plan.pulled': {
    zh: '获取到新数据（{{size}} 字节）',
    en: 'New data ({{size}} {{size, plural(one: byte; other: bytes)}})',
  },
  'schedule.plan.pushed': {
    zh: '收到推送（{{size}} 字节）',
    en: 'Pushed to us ({{size}} {{size, plural(one: byte; other: bytes)}})',
  },

  'pullRecord.activated': {
    zh: '已重新激活 {{count}} 条记录',
    en: '{{count}} {{count, plural(one: record is; other: records are)}} pending again',
  },
  'pullRecord.cancelled': {
    zh: '已取消 {{count}} 条记录',
    en: 'Cancelled {{count}} {{count, plural(one: record; other: records)}}',
  },
  'pullRecord.alreadyPending': { zh: '已是待拉取', en: 'Already pending' },
  'pullRecord.notPending': { zh: '不是待拉取记录', en: 'Not a pending record' },

  'replay.noSource': { zh: '该订阅没有可用的数据源', en: 'No source is queried for this subscription' },
  'replay.noSourceOf': {
    zh: '该订阅没有 {{sourceType}} 数据源，无法发送请求',
    en: 'This subscription has no {{sourceType}} source to query',
  },
  'replay.nothingStored': {
    zh: '没有已保存的 {{sourceType}} 数据，无法补录',
    en: 'No {{sourceType}} answer is stored to read again',
  },
  'replay.noMatch': { zh: '没有符合条件的订阅', en: 'No subscription matches' },
  'replay.scopeRequired': { zh: '请选择船公司或订阅时间', en: 'Choose a carrier or a period' },
  'replay.asked': {
    zh: '{{sourceType}} 请求成功，正在获取数据',
    en: '{{sourceType}} success: the request is being sent',
  },
  'replay.running': { zh: '已在执行中，不再重复发起', en: 'Already running; not started again' },
  'replay.reinserted': {
    zh: '{{sourceType}} 数据补录成功',
    en: '{{sourceType}} success: the stored answers were read again',
  },
  'replay.fused': { zh: '重新融合完成', en: 'Recomputed' },
  'replay.fusedDropped': {
    zh: '重新融合完成，已移除 {{count}} 个专家值，可在历史中一键恢复',
    en: 'Recomputed; {{count}} {{count, plural(one: expert value was; other: expert values were)}} removed and can be restored from the history',
  },
  'replay.started': {
    zh: '重放已开始，共 {{count}} 个订阅',
    en: 'Replay started over {{count}} {{count, plural(one: subscription; other: subscriptions)}}',
  },
  'replay.interrupted': { zh: '执行中断', en: 'Interrupted' },
  'replay.outcome.fuse': {
    zh: '融合结果{{changed}}；移除专家值 {{dropped}} 个',
    en: 'Fused result {{changed}}; {{dropped}} {{dropped, plural(one: expert value; other: expert values)}} removed',
  },
  'replay.outcome.changed': { zh: '有变化', en: 'changed' },
  'replay.outcome.unchanged': { zh: '无变化', en: 'unchanged' },
  'replay.outcome.ask': {
    zh: '请求 {{total}} 个数据源，{{answered}} 个已应答；融合结果{{changed}}',
    en: 'Queried {{total}} {{total, plural(one: source; other: sources)}}, {{answered}} answered; fused result {{changed}}',
  },
  'replay.outcome.requested': {
    zh: '已请机器人查看 {{count}} 个页面，结果取回后自动更新',
    en: 'Robots will collect {{count}} {{count, plural(one: page; other: pages)}}; the shipment is updated afterwards',
  },
  'replay.outcome.reinsert': {
    zh: '重新解析 {{total}} 份数据，拒收 {{refused}} 条；融合结果{{changed}}',
    en: 'Read {{total}} {{total, plural(one: stored answer; other: stored answers)}} again, {{refused}} {{refused, plural(one: item; other: items)}} refused; fused result {{changed}}',
  },
  'replay.outcome.replay': {
    zh: '{{done}}/{{total}} 个订阅，其中 {{count}} 个融合结果有变化，{{failed}} 个失败',
    en: '{{done}} of {{total}} {{total, plural(one: subscription; other: subscriptions)}}, {{count}} changed, {{failed}} failed',
  },

  'override.tableUnknown': { zh: '不支持的表：{{tableName}}', en: 'Unknown table: {{tableName}}' },
  'override.columnUnknown': {
    zh: '不支持修正的字段：{{columnName}}',
    en: 'This field cannot be corrected: {{columnName}}',
  },
  'override.noSuchRow': { zh: '该业务数据不存在或已变化，请刷新', en: 'The row no longer exists; reload' },
  'override.valueRequired': { zh: '请输入专家值', en: 'Enter the expert value' },
  'override.timeFormat': { zh: '输入的时间格式不正确', en: 'The time format entered is incorrect' },
  'override.zoneUnknown': { zh: '未知的时区：{{zone}}', en: 'Unknown time zone: {{zone}}' },
  'override.numberFormat': { zh: '请输入有效的数字', en: 'Enter a valid number' },
  'override.portUnknown': { zh: '未知的港口：{{code}}', en: 'Unknown port: {{code}}' },
  'override.airportUnknown': { zh: '未知的机场：{{code}}', en: 'Unknown airport: {{code}}' },
  'override.airlineUnknown': { zh: '未知的航空公司：{{code}}', en: 'Unknown airline: {{code}}' },
  'override.flightFormat': { zh: '航班号格式不正确：{{flight}}', en: 'Not a flight number: {{flight}}' },
  'override.flightDay': {
    zh: '航班日期格式应为 yyyy-MM-dd：{{day}}',
    en: 'Write a flight date as yyyy-MM-dd: {{day}}',
  },
  'override.carrierUnknown': { zh: '未知的船公司：{{code}}', en: 'Unknown carrier: {{code}}' },
  'override.polRequired': { zh: '起运港不能为空', en: 'The loading port is required' },
  'override.podRequired': { zh: '目的港不能为空', en: 'The discharge port is required' },
  'override.fixed': { zh: '箱号不能修正', en: 'The container number cannot be corrected' },
  'override.notSelfService': { zh: '非自助类型', en: 'Not a self-service type' },
  'override.saved': { zh: '已采用专家值', en: 'The expert value is now used' },
  'override.disabled': {
    zh: '已恢复自动值，专家值保留在历史中',
    en: 'The automatic value is used again; the expert value is kept',
  },
  'override.undone': { zh: '已撤销', en: 'Undone' },
  'override.nothingToUndo': { zh: '没有可撤销的修改', en: 'There is nothing to undo' },
  'override.restored': {
    zh: '已恢复 {{count}} 个专家值',
    en: 'Restored {{count}} {{count, plural(one: expert value; other: expert values)}}',
  },
  'override.nothingToRestore': { zh: '没有可恢复的专家值', en: 'There are no expert values to restore' },
} as const satisfies MessageTable;

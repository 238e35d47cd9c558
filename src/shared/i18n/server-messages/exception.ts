import type { MessageTable } from './types.ts';

/** Exceptions, their handling, subscriptions, traces. */
export const exceptionMessages = {
  'exception.notFound': { zh: '异常不存在', en: 'Exception not found' },
  'exception.noneSelected': { zh: '请至少选择一条记录', en: 'Select at least one record' },
  'exception.assigneeRequired': { zh: '请选择责任人', en: 'Please choose the responsible person' },
  'exception.assigneeUnknown': {
    zh: '责任人不存在或无权处理这些异常',
    en: 'The responsible person does not exist or has no access to these exceptions',
  },
  'exception.statusRequired': { zh: '请选择处理状态', en: 'Please choose a handle status' },
  'exception.statusUnknown': { zh: '未知的处理状态：{{status}}', en: 'Unknown handle status: {{status}}' },
  'exception.remarkTooLong': {
    zh: '处理备注不能超过255个字符',
    en: 'The handle remark may have at most 255 characters',
  },
  'exception.assigned': {
    zh: '批量分配成功，共 {{count}} 条',
    en: 'Assigned {{count}} {{count, plural(one: exception; other: exceptions)}}',
  },
  'exception.partlyAssigned': {
    zh: '已分配给 {{name}} {{count}} 条，剩余 {{left}} 条未分配：{{name}} 无权查看{{tenants}}',
    en: '{{count}} {{count, plural(one: exception; other: exceptions)}} assigned to {{name}}; {{left}} not assigned: {{name}} has no access to {{tenants}}',
  },
  'exception.assigneeMayNot': {
    zh: '{{name}} 无权查看{{tenants}}，这些异常不能分配给该用户',
    en: '{{name}} has no access to {{tenants}}, so these exceptions cannot be assigned to this person',
  },
  'exception.undone': { zh: '已撤销', en: 'Undone' },
  'exception.nothingToUndo': {
    zh: '这条异常没有可以撤销的操作',
    en: 'You have no change to undo on this exception',
  },
  'exception.undoTooLate': {
    zh: '这条异常之后又有变化，不能撤销',
    en: 'This exception has been changed since, so the change cannot be undone',
  },
  'exception.updated': {
    zh: '批量更新成功，共 {{count}} 条',
    en: 'Updated {{count}} {{count, plural(one: exception; other: exceptions)}}',
  },
  'exception.partlyUpdated': {
    zh: '更新 {{count}} 条，未更新 {{failed}} 条',
    en: 'Updated {{count}} {{count, plural(one: exception; other: exceptions)}}, {{failed}} were not updated',
  },
  'exception.rowUpdated': { zh: '已更新', en: 'Updated' },
  'exception.idsEmpty': { zh: '订阅ID和bkId均为空', en: 'The subscription id and the bkId are both empty' },
  'exception.noSubscription': {
    zh: '无订阅记录,无法跳转详情',
    en: 'There is no subscription record, cannot jump to the detail',
  },
  'exception.noBooking': { zh: '订阅无bk信息,无法跳转', en: 'The subscription has no bk information, cannot jump' },
  'exception.noSubscriptionForHandling': {
    zh: '无订阅ID,无法录入异常处理',
    en: 'There is no subscription id, cannot record handling',
  },
  'exception.exportTooLarge': {
    zh: '导出结果超过 {{max}} 条，请缩小查询范围',
    en: 'The export has more than {{max}} {{max, plural(one: row; other: rows)}}; narrow the search',
  },
  'subscription.notFound': { zh: '订阅不存在', en: 'Subscription not found' },
  'subscription.noData': {
    zh: '订阅无数据,无法编辑专家数据',
    en: 'The subscription has no data, expert data cannot be edited',
  },
  'subscription.billRequired': { zh: '提单号不能为空', en: 'The bill number cannot be empty' },
  'subscription.billInvalid': {
    zh: '提单号只能包含字母、数字和 - / . _：{{value}}',
    en: 'A bill number may contain only letters, digits and - / . _: {{value}}',
  },
  'subscription.formula': {
    zh: '不能填写公式或错误值：{{value}}',
    en: 'Formulas and errors of a sheet are not allowed: {{value}}',
  },
  'subscription.containerRequired': { zh: '箱号不能为空', en: 'The container number cannot be empty' },
  'subscription.containerInvalid': {
    zh: '请输入正确的箱号（4 位字母，以 U、J 或 Z 结尾，加 7 位数字）：{{containerNo}}',
    en: 'Enter a valid container number (four letters ending in U, J or Z, then seven digits): {{containerNo}}',
  },
  'subscription.carrierRequired': { zh: '船公司不能为空', en: 'The carrier is required' },
  'subscription.carrierUnknown': { zh: '未知的船公司：{{carrierCode}}', en: 'Unknown carrier: {{carrierCode}}' },
  'subscription.carrierUnrecognised': {
    zh: '无法从单号识别船公司，也没有连接可自动识别船公司的聚合平台；请选择船公司',
    en: 'The number does not tell its carrier, and no aggregator that recognises carriers is connected: choose the carrier',
  },
  'subscription.carrierTest': {
    zh: '{{carrierCode}} 表示测试数据，只能与测试单号（ZZZZ…、ZZZU…）一起使用',
    en: '{{carrierCode}} stands for test data and goes with test references only (ZZZZ…, ZZZU…)',
  },
  'subscription.carrierUnsupported': { zh: '该船公司不支持订阅', en: 'This carrier does not support subscribing' },
  'air.waybillShape': {
    zh: '空运单号应为 3 位前缀加 8 位数字',
    en: 'An air waybill has the 3 digits of the airline and 8 more digits',
  },
  'air.waybillCheckDigit': { zh: '空运单号校验位错误：{{waybill}}', en: 'The check digit of {{waybill}} is wrong' },
  'air.airlineUnknown': {
    zh: '没有航空公司使用该运单前缀：{{waybill}}',
    en: 'No airline has the prefix of {{waybill}}',
  },
  'air.waybillTwice': { zh: '与前面的运单号重复', en: 'This waybill is already in the list' },
  'land.courierUnknown': {
    zh: '无法识别快递公司：{{waybill}}。如知道是哪家，请在单号前写上其代码，例如 DHL',
    en: 'No known courier uses numbers like {{waybill}}. If you know the courier, write its code before the number, such as DHL',
  },
  'land.courierUncertain': {
    zh: '{{waybill}} 同时符合多家快递的单号规则（{{couriers}}），请在单号前写上快递公司代码，例如 {{example}}',
    en: '{{waybill}} may be a number of {{couriers}}: write the code of the courier before it, such as {{example}}',
  },
  'land.checkDigit': { zh: '校验位错误：{{waybill}}', en: 'The check digit of {{waybill}} is wrong' },
  'land.railShape': {
    zh: '应为箱号、8 位车号或运单号：{{waybill}}',
    en: '{{waybill}} is not a container, wagon (8 digits) or waybill number',
  },
  'land.roadShape': { zh: '应为车牌号或订单号：{{waybill}}', en: '{{waybill}} is neither a plate nor an order number' },
  'land.twice': { zh: '与前面的号码重复', en: 'This number is already in the list' },
  'subscription.exists': { zh: '该订阅已存在', en: 'This subscription already exists' },
  'trace.bkIdEmpty': { zh: 'obmBkId不能为空', en: 'obmBkId cannot be empty' },
  'trace.notKnownYet': {
    zh: '在 {{time}} 还没有任何数据',
    en: 'No data on this shipment was known at {{time}}',
  },
  'trace.archiveAway': {
    zh: '该运输的历史数据已归档，归档目录暂时无法读取，请稍后重试或联系管理员',
    en: 'The history of this shipment is in the archive, which cannot be read at the moment: try again later or ask your administrator',
  },
  'trace.notFound': { zh: '跟踪数据不存在', en: 'Shipment not found' },
  'trace.processing': { zh: '数据处理中，请稍后重试', en: 'The data is still being processed, please retry later' },
  'source.unknown': { zh: '未知的数据源：{{sourceCode}}', en: 'Unknown source: {{sourceCode}}' },
} as const satisfies MessageTable;

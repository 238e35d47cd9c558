import type { MessageTable } from './types.ts';

/** Messages about events and the event items that find them. */
export const eventMessages = {
  'source.expert': { zh: '专家录入', en: 'Entered by an expert' },
  'source.initialData': { zh: '初始数据', en: 'Initial data' },
  'source.orderSystem': { zh: '订单系统', en: 'Order system' },
  'event.newTitle': { zh: '新事件：{{name}}', en: 'New event: {{name}}' },
  'event.newText': { zh: '单号：{{reference}}', en: 'Shipment: {{reference}}' },
  'event.ruleSaved': { zh: '规则已保存', en: 'The rule was saved' },
  'event.enabled': {
    zh: '事件项已启用，现有票正在重新判断',
    en: 'The event item is in use; shipments are being judged',
  },
  'event.disabled': { zh: '事件项已停用', en: 'The event item is not in use any more' },
  'event.confirmed': { zh: '事件已确认', en: 'The event was confirmed' },
  'event.closed': { zh: '事件已关闭', en: 'The event was closed' },
  'event.manyConfirmed': {
    zh: '已确认 {{count}} 个事件',
    en: '{{count}} {{count, plural(one: event was; other: events were)}} confirmed',
  },
  'event.manyClosed': {
    zh: '已关闭 {{count}} 个事件',
    en: '{{count}} {{count, plural(one: event was; other: events were)}} closed',
  },
  'event.reopened': { zh: '事件已重新打开', en: 'The event is open again' },
  'event.commented': { zh: '备注已保存', en: 'The comment was saved' },
  'event.trialStarted': { zh: '试运行已开始', en: 'The test has started' },
  'event.inUse': {
    zh: '事件项启用中，请先停用再修改规则或范围',
    en: 'The event item is in use: switch it off before you change its rule or its scope',
  },
  'event.noRule': { zh: '请先保存规则', en: 'Save a rule first' },
  'event.notTried': {
    zh: '启用前请先在历史数据上试运行当前规则',
    en: 'Try this rule on history before you switch the event item on',
  },
  'event.typeOff': { zh: '事件项类型已停用', en: 'The type of the event item is switched off' },
  'event.unknownUser': { zh: '找不到用户：{{code}}', en: 'No user {{code}}' },
  'event.unknownRole': {
    zh: '通知对象中有该租户没有的角色',
    en: 'Among those to notify is a role that the tenant does not have',
  },
  'event.unknownDefinition': {
    zh: '通知对象中有该租户没有的反馈定义',
    en: 'Among those to notify is a feedback definition that the tenant does not have',
  },
  'event.unknownCarrier': { zh: '找不到船公司：{{code}}', en: 'No carrier {{code}}' },
  'event.noShipment': { zh: '没有找到这个单号的票', en: 'No shipment with this number is followed' },
  'event.noComment': { zh: '请填写备注', en: 'Enter a comment' },
  'event.badRule.unreadable': { zh: '规则无法读取', en: 'The rule cannot be read' },
  'event.badRule.empty': { zh: '请至少添加一个条件', en: 'Add at least one condition' },
  'event.badRule.tooMany': { zh: '条件不能超过 {{number}} 个', en: 'A rule may have at most {{number}} conditions' },
  'event.badRule.unknownField': {
    zh: '第 {{number}} 个条件：字段不存在或已停用',
    en: 'Condition {{number}}: the field does not exist or is disabled',
  },
  'event.badRule.operator': {
    zh: '第 {{number}} 个条件：该字段不支持这个比较方式',
    en: 'Condition {{number}}: this comparison is not possible for the field',
  },
  'event.badRule.number': { zh: '第 {{number}} 个条件：请填写数字', en: 'Condition {{number}}: enter a number' },
  'event.badRule.noValue': { zh: '第 {{number}} 个条件：请填写比较值', en: 'Condition {{number}}: enter a value' },
} as const satisfies MessageTable;

import type { MessageTable } from './types.ts';

/** Why a message of a source, or a part of it, was not taken; and why a source failed. */
export const refusalMessages = {
  'refusal.signature': { zh: '签名不正确', en: 'The signature is wrong' },
  'refusal.signatureMissing': { zh: '缺少签名', en: 'The signature is missing' },
  'refusal.sourceUnknown': { zh: '未知的数据源', en: 'The source is not known' },
  'refusal.pushDisabled': { zh: '该数据源未启用推送', en: 'This source may not push' },
  'refusal.unknownReference': { zh: '没有匹配的订阅', en: 'No subscription matches' },
  'refusal.invalidJson': { zh: '内容不是有效的 JSON', en: 'The content is not valid JSON' },
  'refusal.notAnObject': { zh: '事件不是对象', en: 'The event is not an object' },
  'refusal.fieldMissing': { zh: '缺少字段 {{field}}', en: 'The field {{field}} is missing' },
  'refusal.fieldInvalid': {
    zh: '字段 {{field}} 的值不正确：{{value}}',
    en: 'The field {{field}} has a wrong value: {{value}}',
  },
  'refusal.timeInvalid': { zh: '时间不正确：{{value}}', en: 'This is no valid time: {{value}}' },
  'refusal.zoneMissing': { zh: '时间缺少时区：{{value}}', en: 'The time has no zone: {{value}}' },
  'refusal.timeImplausible': { zh: '时间超出合理范围：{{value}}', en: 'The time is implausible: {{value}}' },
  'refusal.portUnknown': { zh: '未知港口代码：{{value}}', en: 'Unknown port code: {{value}}' },
  'refusal.codeUnknown': { zh: '未知代码：{{value}}', en: 'Unknown code: {{value}}' },
  'refusal.containerInvalid': { zh: '箱号不正确：{{value}}', en: 'This is no valid container number: {{value}}' },
  'refusal.otherShipment': { zh: '事件属于其他货物', en: 'The event is about another shipment' },
  'refusal.tooManyEvents': { zh: '事件过多', en: 'Too many events' },
  'refusal.duplicate': { zh: '重复的事件', en: 'This event came before' },
  'refusal.no_parser': {
    zh: '没有已发布的解析器认得这个页面版面',
    en: 'No released parser knows the layout of this page',
  },
  'refusal.parsed_badly': {
    zh: '页面内容有一半以上无法读取：{{value}}',
    en: 'More than half of the page could not be read: {{value}}',
  },
  'refusal.unreadable': { zh: '内容不是有效的 UTF-8 JSON', en: 'The content is no JSON in UTF-8' },
  'refusal.not_an_array': { zh: '内容不是事件列表', en: 'The content is no list of events' },
  'refusal.malformed_event': { zh: '事件结构不正确', en: 'The event has the wrong structure' },
  'refusal.missing_field': { zh: '缺少字段 {{field}}', en: 'The field {{field}} is missing' },
  'refusal.bad_type': {
    zh: '字段 {{field}} 的类型不正确：{{value}}',
    en: 'The field {{field}} has the wrong type: {{value}}',
  },
  'refusal.bad_enumeration': {
    zh: '字段 {{field}} 的值不在标准代码之内：{{value}}',
    en: 'The field {{field}} has a value outside the standard: {{value}}',
  },
  'refusal.bad_time': {
    zh: '字段 {{field}} 不是有效时间：{{value}}',
    en: 'The field {{field}} is no valid time: {{value}}',
  },
  'refusal.no_offset': {
    zh: '字段 {{field}} 的时间没有时区偏移：{{value}}',
    en: 'The time in {{field}} does not say its offset from UTC: {{value}}',
  },
  'refusal.no_zone': {
    zh: '无法确定当地时间所在时区：{{value}}',
    en: 'Nobody knows the zone of this local time: {{value}}',
  },
  'refusal.bad_zone': { zh: '时区名称不正确：{{value}}', en: 'This is no name of a time zone: {{value}}' },
  'refusal.bad_reference': {
    zh: '字段 {{field}} 的编号格式不正确：{{value}}',
    en: 'The number in {{field}} has an impossible form: {{value}}',
  },
  'refusal.unknown_reference': { zh: '没有匹配的订阅：{{value}}', en: 'No subscription matches: {{value}}' },
  'refusal.too_many_events': {
    zh: '事件过多，超出部分未接收',
    en: 'Too many events; those beyond the limit were not taken',
  },
  'refusal.internal': {
    zh: '系统处理该数据源的内容时出错，将自动重试',
    en: 'We could not process what the source sent; it is tried again',
  },
  'refusal.other': { zh: '无法处理：{{reason}}', en: 'Could not be taken: {{reason}}' },
  'refusal.unreachable': { zh: '数据源无法连接', en: 'The source cannot be reached' },
  'refusal.timeout': { zh: '数据源响应超时', en: 'The source did not answer in time' },
  'refusal.unauthorized': { zh: '数据源拒绝了凭证', en: 'The source refused our credential' },
  'refusal.rate_limited': { zh: '数据源限流', en: 'The source limits our requests' },
  'refusal.server_error': { zh: '数据源内部错误', en: 'The source has an internal error' },
  'refusal.bad_answer': { zh: '数据源返回内容无法识别', en: 'The answer of the source cannot be read' },
  'refusal.too_large': { zh: '数据源返回内容过大', en: 'The answer of the source is too large' },
} as const satisfies MessageTable;

import type { MessageTable } from './types.ts';

/** Input that has the wrong shape, field by field; {{field}} is the name on the wire. */
export const validationMessages = {
  'validation.required': { zh: '{{field}} 不能为空', en: '{{field}} is required' },
  'validation.type': {
    zh: '{{field}} 类型不正确，应为{{expected}}',
    en: '{{field}} has the wrong type, expected {{expected}}',
  },
  'validation.choice': { zh: '{{field}} 取值不正确，可用值：{{values}}', en: '{{field}} must be one of: {{values}}' },
  'validation.unknownField': { zh: '不支持的参数：{{field}}', en: 'Unknown field: {{field}}' },
  'validation.unknownFieldNear': {
    zh: '不支持的参数：{{field}}（是否应为 {{near}}？）',
    en: 'Unknown field: {{field}} (did you mean {{near}}?)',
  },
  'validation.format': { zh: '{{field}} 格式不正确', en: '{{field}} has the wrong format' },
  'validation.textTooLong': {
    zh: '{{field}} 不能超过 {{max}} 个字符',
    en: '{{field}} may have at most {{max}} characters',
  },
  'validation.textTooShort': {
    zh: '{{field}} 不能少于 {{min}} 个字符',
    en: '{{field}} must have at least {{min}} characters',
  },
  'validation.listTooLong': { zh: '{{field}} 最多 {{max}} 项', en: '{{field}} may have at most {{max}} items' },
  'validation.listTooShort': { zh: '{{field}} 至少 {{min}} 项', en: '{{field}} must have at least {{min}} items' },
  'validation.tooBig': { zh: '{{field}} 不能大于 {{max}}', en: '{{field}} must not be more than {{max}}' },
  'validation.tooSmall': { zh: '{{field}} 不能小于 {{min}}', en: '{{field}} must not be less than {{min}}' },
  'validation.multiple': {
    zh: '{{field}} 必须是 {{divisor}} 的倍数',
    en: '{{field}} must be a multiple of {{divisor}}',
  },
  'validation.invalid': { zh: '{{field}} 不正确', en: '{{field}} is not valid' },
  'validation.body': { zh: '请求内容', en: 'the request body' },
  'validation.kind.string': { zh: '文本', en: 'text' },
  'validation.kind.number': { zh: '数字', en: 'a number' },
  'validation.kind.int': { zh: '整数', en: 'a whole number' },
  'validation.kind.boolean': { zh: '布尔值', en: 'true or false' },
  'validation.kind.array': { zh: '数组', en: 'a list' },
  'validation.kind.object': { zh: '对象', en: 'an object' },
  'validation.kind.date': { zh: '日期', en: 'a date' },
  'validation.kind.null': { zh: '空值', en: 'null' },
  'validation.kind.other': { zh: '其他类型', en: 'another type' },
} as const satisfies MessageTable;

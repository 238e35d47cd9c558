import type { MessageTable } from './types.ts';

/** Calling functions: why one is not called, and why it gave no answer. */
export const functionMessages = {
  'function.notFound': { zh: '函数接口不存在', en: 'The function interface does not exist' },
  'function.disabled': {
    zh: '函数 {{functionCode}} 已停用，不能调用',
    en: 'The function {{functionCode}} is disabled and cannot be called',
  },
  'function.discarded': {
    zh: '函数 {{functionCode}} 已作废，不能调用',
    en: 'The function {{functionCode}} is discarded and cannot be called',
  },
  'function.baseUnknown': {
    zh: '路径环境 {{name}} 未配置基础地址，可用：{{names}}',
    en: 'No base address named {{name}} is configured; available: {{names}}',
  },
  'function.noBases': {
    zh: '未配置任何基础地址，请设置 FUNCTION_BASE_URLS',
    en: 'No base address is configured: set FUNCTION_BASE_URLS',
  },
  'function.internalAddress': {
    zh: '路径环境 {{name}} 的地址指向内部网络，已拒绝；确需调用时由管理员将其列入 NOTIFY_ALLOWED_URLS',
    en: 'The address of {{name}} is in the internal network and was not called; an administrator can allow it with NOTIFY_ALLOWED_URLS',
  },
  'function.pathInvalid': {
    zh: '接口路径不正确：只能是基础地址之下的路径',
    en: 'Invalid path: it must stay below the base address',
  },
  'function.inputInvalid': { zh: '入参不是有效的 JSON', en: 'The input is not valid JSON' },
  'function.inputNotFlat': {
    zh: '{{method}} 方法的入参应为由文本、数字或布尔值组成的 JSON 对象',
    en: 'The input of a {{method}} call must be a JSON object with texts, numbers, true or false',
  },
  'function.inputTooLarge': { zh: '入参不能超过 {{limitKb}} KB', en: 'The input may have at most {{limitKb}} KB' },
  'function.valueMissing': { zh: '请填写占位符 {{name}}', en: 'Please give a value for {{name}}' },
  'function.handlerUnknown': {
    zh: '没有名为 {{name}} 的内置处理程序，可用：{{names}}',
    en: 'Built-in handler {{name}} does not exist; available: {{names}}',
  },
  'function.handlerInput': { zh: '入参缺少 {{name}}', en: 'The input has no {{name}}' },
  'function.answerNotText': { zh: '返回内容不是文本，无法保存', en: 'The answer is not text and cannot be saved' },
  'function.failure.timeout': { zh: '{{seconds}} 秒内没有完整的返回', en: 'No complete answer within {{seconds}} s' },
  'function.failure.unreachable': { zh: '无法连接：{{detail}}', en: 'It cannot be reached: {{detail}}' },
  'function.failure.tooLarge': { zh: '返回内容超过 {{limitKb}} KB', en: 'The answer has more than {{limitKb}} KB' },
  'function.failure.redirect': {
    zh: '对方要求跳转到其他地址，已拒绝',
    en: 'The receiver redirects the call; redirects are not followed',
  },
  'function.failure.handler': { zh: '{{detail}}', en: '{{detail}}' },
  'function.called': { zh: '调用完成', en: 'The function was called' },
  'function.calledAndStored': { zh: '调用完成，返回数据已保存', en: 'The function was called and its answer saved' },
} as const satisfies MessageTable;

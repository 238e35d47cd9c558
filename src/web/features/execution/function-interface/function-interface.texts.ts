import type { TextTree } from '#web/i18n/all-texts.ts';

/** Trying function interfaces. */
export const functionInterface = {
  tryIt: { zh: '试用', en: 'Try it' },
  call: { zh: '调用', en: 'Call' },
  keep: { zh: '保存为返回数据', en: 'Save as returned data' },
  kept: { zh: '已保存', en: 'Kept' },
  input: { zh: '入参（JSON）', en: 'Input (JSON)' },
  inputHint: {
    zh: 'GET 和 DELETE 的入参作为查询参数发送，其余作为请求内容发送。可用占位符：名称外加两层花括号。',
    en: 'GET and DELETE send the input as query, other methods as body. Placeholders are names in double braces.',
  },
  placeholders: { zh: '占位符的值', en: 'Values of the placeholders' },
  answer: { zh: '返回内容', en: 'Answer' },
  notCalled: { zh: '尚未调用', en: 'Not called yet' },
  notText: { zh: '返回内容不是文本，不显示', en: 'The answer is not text and cannot be shown' },
  truncated: { zh: '内容过长，仅显示前 64 KB', en: 'Too long: only the first 64 KB are shown' },
  done: { zh: '完成', en: 'Done' },
  noAnswer: { zh: '没有返回', en: 'No answer' },
  took: { zh: '{{ms}} 毫秒', en: '{{ms}} ms' },
  bytes: { zh: '{{count}} 字节', en: '{{count}} {{count, plural(one: byte; other: bytes)}}' },
  callFailed: { zh: '调用失败', en: 'The call failed' },
  inside: { zh: '系统内置', en: 'Built in' },
  bases: { zh: '已配置的路径环境', en: 'Configured base addresses' },
  noBases: {
    zh: '尚未配置，由管理员通过 FUNCTION_BASE_URLS 设置',
    en: 'None; an administrator must set FUNCTION_BASE_URLS',
  },
  baseMissing: {
    zh: '路径环境 {{name}} 没有配置基础地址，调用会被拒绝',
    en: 'No base address named {{name}} is configured: the call will be refused',
  },
  handlers: { zh: '内置处理程序', en: 'Built-in handlers' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    functionInterface: typeof functionInterface;
  }
}

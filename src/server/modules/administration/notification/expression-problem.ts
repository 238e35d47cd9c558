import type { Text } from '#shared/entity/declare.ts';

/** What the engine finds wrong in an expression, in words for anyone who wrote it; `{{part}}` is the place. */
const reasons: readonly [starts: string, text: Text][] = [
  ['missing closing ]', { zh: '缺少右方括号 ]', en: 'a closing ] is missing' }],
  ['missing closing )', { zh: '缺少右括号 )', en: 'a closing ) is missing' }],
  ['unexpected )', { zh: '多出一个右括号 )', en: 'there is a ) too many' }],
  ['missing argument to repetition operator', { zh: '重复符号前没有内容', en: 'nothing stands before the repetition' }],
  ['invalid nested repetition operator', { zh: '重复符号不能连用', en: 'a repetition cannot be repeated' }],
  ['invalid repeat count', { zh: '重复次数不正确', en: 'the number of repetitions is wrong' }],
  ['invalid character class range', { zh: '字符范围不正确', en: 'the range of characters is wrong' }],
  ['invalid escape sequence', { zh: '不认识的转义', en: 'this escape is not known' }],
  ['trailing backslash', { zh: '末尾多了一个反斜杠', en: 'it ends with a backslash' }],
  ['invalid or unsupported Perl syntax', { zh: '不支持这种写法', en: 'this syntax is not supported' }],
  ['invalid named capture', { zh: '分组名称不正确', en: 'the name of a group is wrong' }],
];

const unknown: Text = { zh: '无法识别这种写法', en: 'it cannot be read' };

/** Why an expression cannot be read, in both languages and with the part that is wrong. */
export function expressionProblem(error: unknown): Text {
  const message = error instanceof Error ? error.message : '';
  const [, problem = ''] = message.split('error parsing regexp: ', 2);
  const tick = problem.indexOf('`');
  const reason = tick < 0 ? problem : problem.slice(0, tick);
  const part = tick >= 0 && message.endsWith('`') ? message.slice(message.indexOf('`') + 1, -1) : '';
  const statement = reasons.find(([starts]) => reason.startsWith(starts))?.[1] ?? unknown;
  const shown = part.slice(0, 60);
  return shown === '' ? statement : { zh: `${statement.zh}（${shown}）`, en: `${statement.en} (${shown})` };
}

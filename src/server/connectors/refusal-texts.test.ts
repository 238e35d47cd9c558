import { expect, test } from 'vitest';
import { isServerMessageCode, refusalText } from '#shared/i18n/server-messages/index.ts';
import { langs } from '#shared/i18n/text.ts';
import { refusalReasons } from './refusal-reasons.ts';

const failures = [
  'config_error',
  'unreachable',
  'timeout',
  'unauthorized',
  'rate_limited',
  'server_error',
  'bad_answer',
  'too_large',
  'internal',
];

test('every reason for which a piece of an answer, or a whole one, is not taken has words of its own', () => {
  for (const reason of [...refusalReasons, ...failures]) {
    expect(isServerMessageCode(`refusal.${reason}`), reason).toBe(true);
    const [zh, en] = langs.map((lang) => refusalText(reason, { field: 'eventDateTime', value: 'x' }, lang));
    expect(zh).toMatch(/[\u4e00-\u9fff]/);
    expect(en).not.toMatch(/[\u4e00-\u9fff]/);
    expect(`${zh}${en}`).not.toMatch(/\{\{|_/);
  }
});

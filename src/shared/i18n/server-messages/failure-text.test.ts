import { expect, test } from 'vitest';
import { failureText } from './failure-text.ts';

test('a failure is reported by its reason, in the language of the reader', () => {
  expect(failureText('server_error: HTTP 500', 'zh')).toBe('数据源内部错误');
  expect(failureText('server_error: HTTP 500', 'en')).toBe('The source has an internal error');
});

test('what has no text stays as it is, and no failure is none', () => {
  expect(failureText('gone fishing', 'en')).toBe('gone fishing');
  expect(failureText(null, 'zh')).toBeNull();
});

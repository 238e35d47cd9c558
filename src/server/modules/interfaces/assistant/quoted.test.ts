import { expect, test } from 'vitest';
import { cleanText } from '#shared/text/clean-text.ts';
import { cleanValue, quote } from './quoted.ts';

test('what cannot be seen is taken out, lines stay', () => {
  const hidden = '\u202eabc\u202c\u200b\u0007\u{e0041}\ufe0f\ud800';
  expect(cleanText(`${hidden}\r\n第二行`)).toBe('abc\ufffd\n第二行');
  expect(cleanValue({ a: [hidden], b: 1, c: null })).toEqual({ a: ['abc\ufffd'], b: 1, c: null });
  expect(cleanText('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
});

test('a quotation is one line that nothing within it can end', () => {
  expect(quote(' a » b\n« c ')).toBe('«a › b ‹ c»');
  expect(quote('x'.repeat(1_000))).toHaveLength(402);
});

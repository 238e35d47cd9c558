import { describe, expect, test } from 'vitest';
import { parseJsonBody } from './json-body.ts';

describe('JSON bodies', () => {
  test('an empty body is no body', () => {
    expect(parseJsonBody('')).toBeUndefined();
    expect(parseJsonBody('  \n')).toBeUndefined();
  });

  test.each(['{', 'x', '{"a":1,}', "{'a':1}", '{"a":NaN}'])('%s is refused with a code', (text) => {
    expect(() => parseJsonBody(text)).toThrow('error.invalidJson');
  });

  test('a byte order mark is not content', () => {
    expect(parseJsonBody('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  test('NUL is refused wherever it hides, halves of pairs are mended', () => {
    expect(() => parseJsonBody(String.raw`{"a":["x\u0000y"]}`)).toThrow('error.invalidEncoding');
    expect(() => parseJsonBody(String.raw`{"a\u0000":1}`)).toThrow('error.invalidEncoding');
    expect(parseJsonBody(String.raw`{"a":"x\ud800y"}`)).toEqual({ a: 'x\ufffdy' });
    expect(parseJsonBody(String.raw`{"a":"\ud83d\ude00"}`)).toEqual({ a: '😀' });
  });

  test('no body reaches a prototype', () => {
    const value = parseJsonBody(
      '{"__proto__":{"admin":true},"b":{"constructor":{"prototype":{"x":1}},"c":1}}',
    ) as Record<string, unknown>;
    expect(value).toEqual({ b: { c: 1 } });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect((value as { admin?: unknown }).admin).toBeUndefined();
  });
});

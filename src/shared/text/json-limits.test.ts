import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepsJsonLimits, parseOutsideJson } from './json-limits.ts';

const keeps = (text: string, limits = { depth: 3, values: 10 }) => keepsJsonLimits(Buffer.from(text), limits);

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((item) => depthOf(item)))
    : 0;

test('brackets and commas inside texts do not count', () => {
  expect(keeps('{"a":"[[[[[[,,,,,,,,,,,,"}')).toBe(true);
  expect(keeps(String.raw`{"a":"\"[[[[[[\\","b":"\\\\"}`)).toBe(true);
  expect(keeps(String.raw`["\\",[[[]]]]`)).toBe(false);
});

test('too deep, too many, unended', () => {
  expect(keeps('[[[]]]')).toBe(true);
  expect(keeps('[[[[]]]]')).toBe(false);
  expect(keeps('[1,2,3,4,5,6,7,8,9]')).toBe(true);
  expect(keeps('[1,2,3,4,5,6,7,8,9,10]')).toBe(false);
  expect(keeps('"never ends [[[[')).toBe(true);
  expect(keeps('')).toBe(true);
});

test('any JSON passes exactly when it is not deeper than allowed', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(6), (value, depth) => {
      expect(keeps(JSON.stringify(value), { depth, values: 1e9 })).toBe(depthOf(value) <= depth);
    }),
  );
});

test('5 MB of opening brackets are refused at once', () => {
  expect(keepsJsonLimits(Buffer.alloc(5_000_000, '['), { depth: 100, values: 1e6 })).toBe(false);
});

test('JSON from outside is read when it keeps the limits, null as well', () => {
  expect(parseOutsideJson(' {"a":[null]} ')).toEqual({ value: { a: [null] } });
  expect(parseOutsideJson('null')).toEqual({ value: null });
  for (const text of ['', '{', 'a', '['.repeat(101) + ']'.repeat(101)]) expect(parseOutsideJson(text)).toBeUndefined();
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timed } from '#testing/fuzz.ts';
import { areMailAddresses, isMailAddress } from './mail-address.ts';

test.each([
  ['name@example.com', true],
  ['first.last+tag@sub.example.co', true],
  ['王@例子.中国', true],
  ['nomail', false],
  ['name@host', false],
  ['@example.com', false],
  ['a@b@example.com', false],
  ['a b@example.com', false],
  [' a@example.com', false],
  ['a@example.com,b@example.com', false],
  ['a@.example.com', false],
  ['a@example..com', false],
  ['a@example.com.', false],
  [`${'a'.repeat(64)}@example.com`, true],
  [`${'a'.repeat(65)}@example.com`, false],
  [`a@${'b'.repeat(63)}.com`, true],
  [`a@${'b'.repeat(64)}.com`, false],
  [`a@${'b.'.repeat(124)}com`, true],
  [`a@${'b.'.repeat(125)}com`, false],
])('%s is one address: %s', (text, is) => expect(isMailAddress(text)).toBe(is));

describe('several addresses', () => {
  test('are separated by commas or semicolons', () => {
    expect(areMailAddresses('a@example.com, b@example.com;c@example.com')).toBe(true);
    expect(areMailAddresses('a@example.com\t;\nb@example.com')).toBe(true);
    expect(areMailAddresses('a@example.com, nomail')).toBe(false);
    expect(areMailAddresses('a@example.com,')).toBe(false);
    expect(areMailAddresses('a@example.com,,b@example.com')).toBe(false);
    expect(areMailAddresses(' a@example.com')).toBe(false);
    expect(areMailAddresses('')).toBe(false);
  });

  test('are those that a plain pattern for one address accepts', () => {
    const one = /^[^\s@,;]+@[^\s@,;.]+(?:\.[^\s@,;.]+)+$/;
    const expected = (text: string): boolean =>
      text === text.trim() && text.split(/[,;]/).every((part) => one.test(part.trim()));
    const piece = fc.constantFrom('a', 'b.c', '@', '@b.c', '.', ',', ', ', ';', ' ;\t', 'x@y.z', '\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(areMailAddresses(text)).toBe(expected(text));
      }),
      { numRuns: 3000 },
    );
  });

  // A pattern for the whole list tried every way to divide it: each further address took three times as long.
  test.each([
    ['dots after the last at sign', `${'a@b.c.d.e.f,'.repeat(14)}x`],
    ['one wrong word at the end', `${'some.body@mail.example.com, '.repeat(14)}wrong`],
    ['a megabyte of addresses', `${'a@b.c,'.repeat(170_000)}x`],
    ['a megabyte of blanks', `a@b.c${' '.repeat(1_000_000)}x`],
    ['a megabyte of dots', `a@b${'.c'.repeat(500_000)}`],
  ])('are refused at once: %s', (_name, text) => {
    const { ms, result } = timed(() => areMailAddresses(text));
    expect(result).toBe(false);
    expect(ms).toBeLessThan(2000);
  });
});

import { describe, expect, test } from 'vitest';
import { carrierHref, formatAmount, formatPosition } from './format-value.ts';

test('amounts have two decimals, positions five', () => {
  expect(formatAmount(28450.5)).toBe('28,450.50');
  expect(formatAmount(0)).toBe('0.00');
  expect(formatAmount(null)).toBe('');
  expect(formatAmount(Number.NaN)).toBe('');
  expect(formatPosition(31.2, -121.4812345)).toBe('31.20000, -121.48123');
});

describe('carrierHref', () => {
  const numbers = { blNo: 'MERU 1/2', ctnNo: null };

  test('fills in the numbers, safely', () => {
    expect(carrierHref('https://carrier.example/t?bl={blNo}&c={ctnNo}', numbers)).toBe(
      'https://carrier.example/t?bl=MERU%201%2F2&c=',
    );
  });

  test('only http and https are followed', () => {
    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://x/y',
      '/path',
      '{blNo}',
      '',
      null,
      undefined,
    ]) {
      expect(carrierHref(bad, { blNo: 'javascript:alert(1)', ctnNo: null })).toBeUndefined();
    }
  });
});

import { expect, test } from 'vitest';
import { readNumberRange } from './number-range.ts';

test.each([
  ['50', 50, 50],
  [' 10 - 20 ', 10, 20],
  ['10~20', 10, 20],
  ['1至3', 1, 3],
  ['>=60', 60, undefined],
  ['≥ 60', 60, undefined],
  ['>60', 61, undefined],
  ['<=5', undefined, 5],
  ['<5', undefined, 4],
])('%s', (text, from, to) => {
  expect(readNumberRange(text)).toEqual({ from, to });
});

test.each(['', 'abc', '-5', '5-', '>=', '1.5', '12345678901'])('%s is no range', (text) => {
  expect(readNumberRange(text)).toBeUndefined();
});

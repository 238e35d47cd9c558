import { describe, expect, test } from 'vitest';
import { stretched } from './column-width.ts';

describe('columns in a wide box', () => {
  test('fill it in proportion, to the pixel', () => {
    expect(stretched([100, 200], 600)).toEqual([200, 400]);
    const odd = stretched([130, 170, 60], 1_001);
    expect(odd.reduce((sum, width) => sum + width, 0)).toBe(1_001);
    expect(odd.every((width, index) => width >= [130, 170, 60][index]!)).toBe(true);
  });

  test('leave what is left to those that grow', () => {
    expect(stretched([100, 200, 60], 600, [false, true, false])).toEqual([100, 440, 60]);
    const two = stretched([100, 200, 101], 1_000, [true, false, true]);
    expect(two[1]).toBe(200);
    expect(two.reduce((sum, width) => sum + width, 0)).toBe(1_000);
    expect(stretched([100, 200], 600, [false, false])).toEqual([200, 400]);
  });

  test('keep their widths where there is no room', () => {
    expect(stretched([100, 200], 300)).toEqual([100, 200]);
    expect(stretched([100, 200], 120)).toEqual([100, 200]);
    expect(stretched([], 120)).toEqual([]);
  });
});

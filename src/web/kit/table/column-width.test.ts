import { describe, expect, test } from 'vitest';
import { seated, stretched } from './column-width.ts';

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

describe('columns in a box that is too narrow', () => {
  const free = (count: number) => Array.from({ length: count }, () => ({ chosen: false }));

  test('end where the box ends: none is half covered', () => {
    expect(seated([100, 200, 150], 400, free(3))).toEqual([133, 267, 150]);
    expect(seated([100, 200, 150], 450, free(3))).toEqual([100, 200, 150]);
    expect(seated([100, 200, 150], 449, free(3))).toEqual([149, 300, 150]);
  });

  test('leave what is left to those that grow, of those in view', () => {
    const second = [{ chosen: false }, { chosen: false, grow: true as const }, { chosen: false }];
    expect(seated([100, 200, 150], 400, second)).toEqual([100, 300, 150]);
    const third = [{ chosen: false }, { chosen: false }, { chosen: false, grow: true as const }];
    expect(seated([100, 200, 150], 400, third)).toEqual([133, 267, 150]);
  });

  test('keep a width that somebody chose', () => {
    expect(seated([100, 200, 150], 400, [{ chosen: true }, { chosen: false }, { chosen: false }])).toEqual([
      100, 300, 150,
    ]);
    expect(seated([100, 200, 150], 400, [{ chosen: true }, { chosen: true }, { chosen: false }])).toEqual([
      100, 200, 150,
    ]);
  });

  test('are as they are where not even one fits, or nothing was measured', () => {
    expect(seated([100, 200], 0, free(2))).toEqual([100, 200]);
    expect(seated([100, 200], 90, free(2))).toEqual([100, 200]);
    expect(seated([100, 200], 600, free(2))).toEqual([200, 400]);
  });
});

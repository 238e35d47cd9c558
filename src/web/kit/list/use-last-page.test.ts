import { describe, expect, test } from 'vitest';
import { pageBeyondEnd } from './use-last-page.ts';

describe('a page beyond the end', () => {
  const page = (number: number, rows: number, total: number): number | undefined =>
    pageBeyondEnd({ page: number, pageSize: 10, answer: { rows, total } });

  test('gives way to the last one', () => {
    expect(page(5, 0, 31)).toBe(4);
    expect(page(99, 0, 30)).toBe(3);
  });

  test('of a list without rows gives way to the first', () => {
    expect(page(2, 0, 0)).toBe(1);
    expect(page(1, 0, 0)).toBeUndefined();
  });

  test('is not known before the answer, and rows are rows', () => {
    expect(pageBeyondEnd({ page: 5, pageSize: 10, answer: undefined })).toBeUndefined();
    expect(page(4, 1, 31)).toBeUndefined();
  });
});

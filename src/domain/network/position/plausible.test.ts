import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { usualSpeedKn } from './eta.ts';
import { isPlausible } from './plausible.ts';

const t0 = Date.UTC(2026, 5, 1);
const takes = (leftNm: number, ms: number) => ({ eta: t0 + ms, leftNm });

describe('what a prediction may say', () => {
  test('no ship crosses the Atlantic in 65 days, nor in five', () => {
    expect(isPlausible(takes(5000, 65 * DAY_MS), t0)).toBe(false);
    expect(isPlausible(takes(5000, 5 * DAY_MS), t0)).toBe(false);
    expect(isPlausible(takes(5000, 14 * DAY_MS), t0)).toBe(true);
    expect(isPlausible(takes(5000, 30 * DAY_MS), t0)).toBe(true);
  });

  test('short of the port a wait for the berth is possible, a week is not', () => {
    expect(isPlausible(takes(100, 2 * DAY_MS), t0)).toBe(true);
    expect(isPlausible(takes(100, 7 * DAY_MS), t0)).toBe(false);
    expect(isPlausible(takes(0, 0), t0)).toBe(true);
    expect(isPlausible(takes(Number.NaN, DAY_MS), t0)).toBe(false);
  });
});

describe('the speed a vessel is known for', () => {
  test('is that over all she sailed, not that of her short hops between neighbouring ports', () => {
    // Rotterdam to Antwerp to Le Havre and across: two days for each of the short ones, most of it alongside.
    const hops = [
      { nm: 150, ms: 48 * HOUR_MS },
      { nm: 240, ms: 52 * HOUR_MS },
      { nm: 5000, ms: 360 * HOUR_MS },
      { nm: 120, ms: 44 * HOUR_MS },
    ];
    expect(usualSpeedKn(hops)).toBeGreaterThan(12);
  });

  test('is unknown from short hops alone, and from few', () => {
    expect(usualSpeedKn(Array.from({ length: 9 }, () => ({ nm: 120, ms: 48 * HOUR_MS })))).toBeUndefined();
    expect(usualSpeedKn([{ nm: 700, ms: 50 * HOUR_MS }])).toBeUndefined();
  });
});

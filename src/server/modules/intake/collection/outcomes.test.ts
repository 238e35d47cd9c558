import { expect, test } from 'vitest';
import { HOUR_MS, SECOND_MS } from '#shared/time/instant.ts';
import { backOffMs } from './outcomes.ts';

const runs = (speed: number) => ({ now: () => 0, realMsUntil: (at: number) => at / speed });
const waits = (speed: number, intervalMs: number, retryAfterMs: number | null = null) =>
  [1, 2, 3, 12].map((failures) => backOffMs(runs(speed), { failures, retryAfterMs, intervalMs }) / SECOND_MS);

test('a source that fails is spared longer and longer, an hour at most', () => {
  expect(waits(1, HOUR_MS)).toEqual([30, 60, 120, 3600]);
  expect(waits(1, HOUR_MS, 90 * SECOND_MS)).toEqual([90, 90, 120, 3600]);
});

test('in an accelerated world the wait follows the clock of the machine, and ends with the interval of the source', () => {
  expect(waits(60, HOUR_MS)).toEqual([30 * 60, 60 * 60, 120 * 60, 6 * 3600]);
  expect(waits(60, 24 * HOUR_MS)).toEqual([30 * 60, 60 * 60, 120 * 60, 24 * 3600]);
  // Slow motion and a pause shorten nothing.
  expect(waits(0.1, HOUR_MS)).toEqual([30, 60, 120, 3600]);
});

import { expect, test } from 'vitest';
import { freeTimeFrom } from './free-time.ts';

test('counts calendar days of the place: the day of the move is day 0', () => {
  // 06:00 on 1 March in Shanghai is still 28 February in UTC.
  const { lastFreeDayEndsAt } = freeTimeFrom(Date.UTC(2026, 1, 28, 22), 3, 'Asia/Shanghai');
  expect(lastFreeDayEndsAt).toBe(Date.UTC(2026, 2, 4, 16) - 1);
});

test('days stay days across a change of the clock', () => {
  const before = freeTimeFrom(Date.UTC(2026, 2, 27, 12), 1, 'Europe/Amsterdam');
  const across = freeTimeFrom(Date.UTC(2026, 2, 27, 12), 2, 'Europe/Amsterdam');
  expect(across.lastFreeDayEndsAt - before.lastFreeDayEndsAt).toBe(23 * 3_600_000);
});

test('no free day ends the same day, and nonsense counts as none', () => {
  const end = Date.UTC(2026, 2, 2) - 1;
  expect(freeTimeFrom(Date.UTC(2026, 2, 1, 5), 0, 'UTC').lastFreeDayEndsAt).toBe(end);
  expect(freeTimeFrom(Date.UTC(2026, 2, 1, 5), -4, 'UTC').lastFreeDayEndsAt).toBe(end);
});

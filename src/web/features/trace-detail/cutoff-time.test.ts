import { expect, test } from 'vitest';
import { countdownTo, instantOf } from './cutoff-time.ts';

test('a countdown in whole units, before and after', () => {
  const now = Date.UTC(2026, 2, 1);
  const later = now + 26.5 * 3_600_000;
  expect(countdownTo(later, now)).toEqual({ isOver: false, days: 1, hours: 2, minutes: 30 });
  expect(countdownTo(now, later)).toEqual({ isOver: true, days: 1, hours: 2, minutes: 30 });
  expect(countdownTo(now, now)).toEqual({ isOver: true, days: 0, hours: 0, minutes: 0 });
});

test('what is typed is the time of the port', () => {
  expect(instantOf(' 2026-03-01 18:00 ', 'Asia/Shanghai')).toBe(Date.UTC(2026, 2, 1, 10));
  expect(instantOf('2026-03-01 18:00:00', 'UTC')).toBe(Date.UTC(2026, 2, 1, 18));
  expect(instantOf('tomorrow', 'UTC')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { instantOf } from './cutoff-time.ts';

test('what is typed is the time of the port', () => {
  expect(instantOf(' 2026-03-01 18:00 ', 'Asia/Shanghai')).toBe(Date.UTC(2026, 2, 1, 10));
  expect(instantOf('2026-03-01 18:00:00', 'UTC')).toBe(Date.UTC(2026, 2, 1, 18));
  expect(instantOf('tomorrow', 'UTC')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { bookingProblem } from './booking-problems.ts';

test('a draft says what to do before it is submitted again, what is with its carrier is asked again by itself', () => {
  expect(bookingProblem('server_error', 'draft', 'zh')).toContain('再提交');
  expect(bookingProblem('server_error', 'confirmed', 'zh')).toBe('船公司系统故障，将自动重试');
  expect(bookingProblem('bad_answer', 'confirmed', 'en')).toContain('refuses');
});

test('what a carrier stated stays as it was stated', () => {
  expect(bookingProblem('No more than 6 containers', 'pending_update', 'zh')).toBe('No more than 6 containers');
  expect(bookingProblem('constructor', 'draft', 'en')).toBe('constructor');
});

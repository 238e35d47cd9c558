import { expect, test } from 'vitest';
import { errorText } from './error-text.ts';

test('a request that failed says why', async () => {
  const failure = await fetch('http://127.0.0.1:1/').catch((error: unknown) => error);
  // Some ports are refused by the client itself; whichever way, the reason is reported.
  expect(errorText(failure)).toMatch(/^fetch failed: .+/);
});

test('causes are reported once each, and what has no words tells its code', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:80'), { code: 'ECONNREFUSED' });
  const all = Object.assign(new AggregateError([refused, refused], ''), { code: 'ECONNREFUSED' });
  expect(errorText(new TypeError('fetch failed', { cause: all }))).toBe('fetch failed: connect ECONNREFUSED ::1:80');
  expect(errorText(new Error('x: y', { cause: new Error('y') }))).toBe('x: y');
  expect(errorText(Object.assign(new Error(''), { code: 'EPIPE' }))).toBe('EPIPE');
  expect(errorText('text')).toBe('text');
  const round = new Error('round');
  round.cause = round;
  expect(errorText(round)).toBe('round');
});

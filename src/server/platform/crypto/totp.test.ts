import { expect, test } from 'vitest';
import { stepOfCode, toBase32, totpCode, totpStep } from './totp.ts';

const secret = toBase32(Buffer.from('12345678901234567890'));

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the codes of RFC 6238 after %i s', (seconds, code) => {
  expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code);
});

test('a code counts for a period before and after, and only once', () => {
  const now = 1_234_567_890_000;
  const step = totpStep(now);
  expect([-2, -1, 0, 1, 2].map((off) => stepOfCode(secret, totpCode(secret, step + off), now, null))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ]);
  expect(stepOfCode(secret, totpCode(secret, step), now, step)).toBeUndefined();
  expect(stepOfCode(secret, '', now, null)).toBeUndefined();
});

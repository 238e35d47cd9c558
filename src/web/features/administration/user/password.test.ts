import { expect, test } from 'vitest';
import { isStrongPassword } from '#shared/text/password-strength.ts';
import { makePassword } from './password.ts';

test('generated passwords are strong, twelve long, legible and all different', () => {
  const made = Array.from({ length: 500 }, () => makePassword());
  expect(
    made.every((password) => password.length === 14 && isStrongPassword(password) && !/[0O1lI]/.test(password)),
  ).toBe(true);
  expect(new Set(made).size).toBe(500);
});

test('a password that happens to be weak is thrown away', () => {
  let calls = 0;
  const password = makePassword((bytes) => {
    calls += 1;
    // First only the letter A, then letters and digits.
    bytes.forEach((_, index) => (bytes[index] = calls === 1 ? 0 : [0, 30, 50][index % 3]!));
  });
  expect(calls).toBe(2);
  expect(isStrongPassword(password)).toBe(true);
});

import { describe, expect, test } from 'vitest';
import { meetsPolicy } from './password-policy.ts';

describe('the strict policy', () => {
  test.each([
    'Password1',
    'Password1234',
    'P@ssw0rd2026!',
    'Welcome2026!!',
    'Qwerty123456',
    'Abcdefgh1234',
    'Aaaaaaaaaaa1',
  ])('refuses %s', (password) => expect(meetsPolicy(password, 'strict')).toBe(false));
  test('refuses two common words together and the own user code', () => {
    expect(meetsPolicy('WelcomeAdmin123', 'strict')).toBe(false);
    expect(meetsPolicy('Xk7-liuyang-Wq2p', 'strict', 'liuyang')).toBe(false);
    expect(meetsPolicy('Xk7-liuyang-Wq2p', 'strict', 'other')).toBe(true);
  });
  test.each(['Kestrel-Harbour-42-Teal', 'mV9xTq2LrWb7', 'Correct7HorseBattery'])('takes %s', (password) =>
    expect(meetsPolicy(password, 'strict')).toBe(true),
  );
});

test('the standard policy is the specified rule alone', () => {
  expect(['Password1', 'Abc123'].map((password) => meetsPolicy(password, 'standard'))).toEqual([true, true]);
  expect(['password1', 'PASSWORD1', 'Password', 'Ab1'].some((password) => meetsPolicy(password, 'standard'))).toBe(
    false,
  );
});

test('a word made of words of the list is guessed, however they can be divided', () => {
  expect(meetsPolicy('Passwordpass1', 'strict')).toBe(false);
  expect(meetsPolicy('Abcdefabcabcd1', 'strict')).toBe(false);
  expect(meetsPolicy(`${'Welcome'.repeat(20)}Zzq1`, 'strict')).toBe(true);
});

import { expect, test } from 'vitest';
import { isStrongPassword } from './password-strength.ts';

test.each([
  ['Abcde1', true],
  ['Portolan1', true],
  ['Abcd1', false],
  ['abcdef1', false],
  ['ABCDEF1', false],
  ['Abcdefg', false],
  ['', false],
  ['密码密码密码', false],
  ['密码Ab1密', true],
])('%s is strong: %s', (password, strong) => {
  expect(isStrongPassword(password)).toBe(strong);
});

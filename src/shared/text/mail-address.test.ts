import { expect, test } from 'vitest';
import { areMailAddresses, isMailAddress } from './mail-address.ts';

test.each([
  ['name@example.com', true],
  ['first.last+tag@sub.example.co', true],
  ['nomail', false],
  ['name@host', false],
  ['a b@example.com', false],
  ['a@example.com,b@example.com', false],
])('%s is one address: %s', (text, is) => expect(isMailAddress(text)).toBe(is));

test('several are separated by commas or semicolons', () => {
  expect(areMailAddresses('a@example.com, b@example.com;c@example.com')).toBe(true);
  expect(areMailAddresses('a@example.com, nomail')).toBe(false);
});

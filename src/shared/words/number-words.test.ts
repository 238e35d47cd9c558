import { expect, test } from 'vitest';
import { boundsOf, fitsUnit, readAmount } from './number-words.ts';

const bounds = (text: string) => {
  const found = readAmount(text, 0);
  return found && { length: found.length, ...boundsOf(found.amount, {}) };
};

test.each([
  ['fell by 50 usd', { max: '-50' }],
  ['dropped by more than $100', { max: '-100' }],
  ['跌了50美元以上', { max: '-50' }],
  ['降价不到20美元', { min: '-20', max: '0' }],
  ['fell between 10 and 20 usd', { min: '-20', max: '-10' }],
])('%s is a change downwards', (text, wanted) => {
  expect(bounds(text)).toEqual({ length: text.length, ...wanted });
  expect(readAmount(text, 0)?.amount).toMatchObject({ falls: true, unit: 'money' });
});

test.each([
  ['more than three days', { min: '3' }],
  ['at most 2,500 usd', { max: '2500' }],
  ['5000美元以上', { min: '5000' }],
])('%s is a bound', (text, wanted) => {
  expect(bounds(text)).toEqual({ length: text.length, ...wanted });
  expect(readAmount(text, 0)?.amount.falls).toBeUndefined();
});

test.each(['down', 'fell asleep', '降落', 'down 3', 'fifty usd'])('%s is no condition on a number', (text) => {
  expect(readAmount(text, 0)).toBeUndefined();
});

test('days are no amount of money', () => {
  const wording = readAmount('over 3 days', 0)?.amount ?? {};
  expect(fitsUnit(wording, 'money')).toBe(false);
  expect(fitsUnit(wording, 'hour')).toBe(true);
});

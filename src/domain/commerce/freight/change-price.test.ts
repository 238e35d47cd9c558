import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedPrice, changedValidity } from './change-price.ts';

const percent = (value: number, roundTo = 0.01) => ({ kind: 'percent', percent: value, roundTo }) as const;
const amount = (value: number) => ({ kind: 'amount', amount: value }) as const;

describe('a price', () => {
  test('is raised by percent to the cent, rounded half up', () => {
    expect(changedPrice(1250.5, percent(10))).toEqual({ price: 1375.55 });
    expect(changedPrice(0.05, percent(10))).toEqual({ price: 0.06 });
    expect(changedPrice(1005, percent(-10))).toEqual({ price: 904.5 });
  });
  test('is rounded to whole units where that is wanted', () => {
    expect(changedPrice(1250.5, percent(10, 5))).toEqual({ price: 1375 });
    expect(changedPrice(1253, percent(10, 10))).toEqual({ price: 1380 });
  });
  test('is raised and lowered by an amount, exact where binary numbers are not', () => {
    expect(changedPrice(0.1, amount(0.2))).toEqual({ price: 0.3 });
    expect(changedPrice(1250.5, amount(-50))).toEqual({ price: 1200.5 });
    expect(changedPrice(50, amount(-50))).toEqual({ price: 0 });
  });
  test('is never below zero nor huge', () => {
    expect(changedPrice(49.99, amount(-50))).toMatchObject({ problem: { zh: '结果为负数：-0.01' } });
    expect(changedPrice(9_999_999, percent(1))).toMatchObject({ problem: { en: expect.stringContaining('10000000') } });
    expect(changedPrice(99, amount(2), 'percent')).toMatchObject({ problem: { zh: '结果超过上限 100：101.00' } });
  });
  test('moved up and down by the same amount is what it was', () => {
    const cents = fc.integer({ min: 0, max: 100_000_000 }).map((value) => value / 100);
    fc.assert(
      fc.property(cents, cents, (price, by) => {
        const up = changedPrice(price, amount(by));
        expect('price' in up && changedPrice(up.price, amount(-by))).toEqual({ price });
      }),
    );
  });
});

describe('a validity', () => {
  const line = { validFrom: '2026-01-01', validTo: '2026-01-31' };
  const change = (validFrom: string | null, validTo: string | null) =>
    changedValidity(line, { kind: 'validity', validFrom, validTo }, '2026-01-20');
  test('takes the days that are given', () => {
    expect(change(null, '2026-02-28')).toEqual({ validFrom: '2026-01-01', validTo: '2026-02-28' });
    expect(change('2026-01-10', null)).toEqual({ validFrom: '2026-01-10', validTo: '2026-01-31' });
  });
  test('does not end before it begins, nor in the past', () => {
    expect(change('2026-02-01', null)).toMatchObject({
      problem: { zh: '失效日期 2026-01-31 早于生效日期 2026-02-01' },
    });
    expect(change(null, '2026-01-19')).toMatchObject({ problem: { en: 'Valid to 2026-01-19 has passed' } });
    expect(change(null, '2026-01-20')).toMatchObject({ validTo: '2026-01-20' });
  });
});

import { describe, expect, test } from 'vitest';
import { fromAddress, isComplete, swapped, toAddress, toInput } from './question.ts';

describe('the question of the address', () => {
  test('comes back as it was', () => {
    const question = {
      from: 'CNSHA',
      to: 'NLRTM',
      dateOf: 'arrival',
      date: '2026-06-01',
      weeks: 8,
      carriers: ['ABCD', 'EFGH'],
      service: 'AE1',
      changes: 2,
      partners: false,
      sort: 'transit',
    } as const;
    const address = Object.fromEntries(Object.entries(toAddress({ ...question, carriers: [...question.carriers] })));
    expect(fromAddress(address as Record<string, string>)).toEqual(question);
  });

  test('leaves out what is usual and reads nonsense as what is usual', () => {
    const usual = fromAddress({});
    expect(Object.values(toAddress(usual)).filter(Boolean)).toEqual([]);
    expect(fromAddress({ weeks: '99', changes: 'x', sort: 'price', date: 'soon', by: 'never' })).toEqual(usual);
    expect(isComplete(usual)).toBe(false);
  });

  test('turns round, and is asked with the mark of domestic sailings where the page is theirs', () => {
    const question = fromAddress({ from: 'cnsha', to: 'CNYTN' });
    expect(swapped(question)).toMatchObject({ from: 'CNYTN', to: 'CNSHA' });
    expect(toInput(question, true)).toMatchObject({ fromPort: 'CNSHA', toPort: 'CNYTN', domestic: 1, partners: 1 });
  });
});

import { describe, expect, test } from 'vitest';
import { assigneesOf, type ExceptionRow, recordProblemOf, traceTargetOf, viewProblemOf } from './row-rules.ts';

type Parts = {
  subscribeId?: string | null;
  bkId?: string | null;
  chargeName?: string | null;
};

/** A row with only what the rules look at. */
const rowWith = ({ subscribeId = '7', bkId = '9', chargeName = null }: Parts): ExceptionRow =>
  ({
    obmAutotestResult: {
      obmAutotestResultId: '1',
      obmTkSubscribeId: subscribeId,
      bkId,
      bizSourceType: 'RPA & co',
      chargeName,
    },
  }) as unknown as ExceptionRow;

describe('jumping to the trace', () => {
  test('carries the booking and its data source in the address', () => {
    expect(traceTargetOf(rowWith({}))).toEqual({
      obmBkId: '9',
      dataSource: 'RPA & co',
      href: '/trace-detail?obmBkId=9&dataSource=RPA+%26+co',
    });
  });

  test('without a subscription or without its booking there is a reason instead', () => {
    expect(traceTargetOf(rowWith({ subscribeId: null }))).toEqual({ problem: 'noSubscription' });
    expect(traceTargetOf(rowWith({ bkId: null }))).toEqual({ problem: 'noBooking' });
    expect(traceTargetOf(rowWith({ bkId: '' }))).toEqual({ problem: 'noBooking' });
  });
});

test('viewing needs one of two ids, recording needs the subscription id', () => {
  expect(viewProblemOf(rowWith({ subscribeId: null, bkId: null }))).toBe('nothingToView');
  expect(viewProblemOf(rowWith({ subscribeId: null }))).toBeUndefined();
  expect(viewProblemOf(rowWith({ bkId: null }))).toBeUndefined();
  expect(recordProblemOf(rowWith({ subscribeId: '' }))).toBe('noSubscriptionId');
  expect(recordProblemOf(rowWith({}))).toBeUndefined();
});

test('who would be replaced by a batch update, most first', () => {
  const rows = [
    rowWith({ chargeName: 'Li' }),
    rowWith({ chargeName: 'Wang' }),
    rowWith({ chargeName: 'Wang' }),
    rowWith({}),
    rowWith({ chargeName: '' }),
  ];
  expect(assigneesOf(rows)).toEqual([
    { name: 'Wang', count: 2 },
    { name: 'Li', count: 1 },
  ]);
});

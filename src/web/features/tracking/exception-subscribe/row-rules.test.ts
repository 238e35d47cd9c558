import { expect, test } from 'vitest';
import { expertProblemOf, numberOf, type SubscriptionRow, traceTargetOf } from './row-rules.ts';

const row = (values: Partial<SubscriptionRow['obmTkSubscribe']>): SubscriptionRow =>
  ({
    obmTkSubscribe: {
      obmTkSubscribeId: '7',
      blNo: 'MERI1',
      ctnNo: null,
      bkId: '9',
      bizSourceType: 'CARRIER',
      processType: 'SHIPPING_TRACKING',
      subscribeStatus: 1,
      ...values,
    },
  }) as SubscriptionRow;

test('expert data need data, and a self-service type for self-service experts', () => {
  expect(expertProblemOf(row({}), false)).toBeUndefined();
  expect(expertProblemOf(row({ subscribeStatus: 0 }), false)).toBe('noData');
  expect(expertProblemOf(row({}), true)).toBe('notSelfService');
  expect(expertProblemOf(row({ processType: 'SHIPPING_TRACKING_WALI' }), true)).toBeUndefined();
});

test('the trace needs a booking', () => {
  expect(traceTargetOf(row({ bkId: null }))).toEqual({ problem: 'noBooking' });
  expect(traceTargetOf(row({}))).toMatchObject({ href: '/trace-detail?obmBkId=9&dataSource=CARRIER' });
});

test('a row is known by its bill, its container, or at least its id', () => {
  expect([numberOf(row({})), numberOf(row({ blNo: null, ctnNo: 'BOX' })), numberOf(row({ blNo: null }))]).toEqual([
    'MERI1',
    'BOX',
    '7',
  ]);
});

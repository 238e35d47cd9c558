import { expect, test } from 'vitest';
import { adviceOf, adviceSearch } from './advice-link.ts';

test('a link names an attribute and an order of all types of sources, or nothing', () => {
  const order = ['EXPERT', 'AIS', 'CARRIER', 'FT', 'RPA', 'TERMINAL', 'CUSTOMS', 'EDI'];
  expect(adviceOf(adviceSearch('booking.ata', order))).toEqual({ attribute: 'booking.ata', order });
  expect(adviceOf({})).toBeUndefined();
  expect(adviceOf({ attribute: 'booking.ata', order: 'EXPERT.AIS' })).toBeUndefined();
  expect(adviceOf(adviceSearch('booking.ata', [...order, 'AIS']))).toBeUndefined();
});

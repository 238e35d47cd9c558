import { expect, test } from 'vitest';
import { expertValuesOf } from './evidence-text.ts';

test('expert values are those of the log that are values', () => {
  expect(expertValuesOf({ 'booking.eta': 5, 'booking.voyage': '012E', other: { a: 1 } })).toEqual([
    { path: 'booking.eta', value: 5 },
    { path: 'booking.voyage', value: '012E' },
  ]);
});

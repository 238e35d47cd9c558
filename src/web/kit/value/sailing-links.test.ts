import { expect, test } from 'vitest';
import { bookingHref } from './sailing-links.ts';

test('links name what is known of a sailing', () => {
  const sailing = {
    carrierCode: 'MERI',
    polCode: 'CNSHA',
    vesselName: 'MERIDIAN AMBER',
    voyage: null,
    departureTime: 5,
  };
  expect(bookingHref(sailing)).toBe(
    '/booking-record-management?book=1&bookCarrier=MERI&bookPol=CNSHA&bookVessel=MERIDIAN+AMBER&bookDeparture=5',
  );
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { type CustomerBooking, openCustomerBookings, stateOf } from './customer-bookings.ts';

const booking: CustomerBooking = {
  reference: 'MERIR000001',
  carrierCode: 'MERI',
  requestedAt: 0,
  key: { service: 1, week: 2, seq: 15 },
  from: 0,
  to: 3,
  equipment: [{ isoCode: '45G1', units: 2 }],
  body: {},
  changes: [],
  cancelledAt: null,
};

test('bookings outlive the process in a file whose folder need not be there', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bookings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'new', 'bookings.json');
  openCustomerBookings(file).put(booking);
  const again = openCustomerBookings(file);
  expect(again.find('MERI', booking.reference)).toEqual(booking);
  expect(again.find('OTHER', booking.reference)).toBeUndefined();
  expect(again.planOf(booking.key)?.isoCodes).toEqual(['45G1', '45G1']);
  expect(again.nextSeq(1, 2, 15)).toBe(16);
  expect(again.nextSeq(1, 2, 20)).toBeUndefined();
});

test('where a booking stands follows from the moment', () => {
  const departure = 20 * DAY_MS;
  expect(stateOf(booking, 0, departure).status).toBe('RECEIVED');
  expect(stateOf(booking, 4 * MINUTE_MS, departure).status).toBe('CONFIRMED');
  expect(stateOf(booking, departure + DAY_MS, departure).status).toBe('COMPLETED');
  expect(stateOf({ ...booking, cancelledAt: DAY_MS }, DAY_MS, departure).status).toBe('CANCELLED');
  const changes = [{ at: DAY_MS, equipment: [{ isoCode: '22G1', units: 1 }], body: {} }];
  expect(stateOf({ ...booking, changes }, DAY_MS, departure)).toMatchObject({ amended: 'AMENDMENT_RECEIVED' });
  const later = stateOf({ ...booking, changes }, 2 * DAY_MS, departure);
  expect(later).toMatchObject({ amended: 'AMENDMENT_CONFIRMED', equipment: changes[0]?.equipment });
});

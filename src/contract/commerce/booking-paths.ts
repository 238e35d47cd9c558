import type { CallPath } from '../paths.ts';

const access = ['/booking-record-management'] as const;

/** Calls about bookings, besides their list. */
export const bookingPaths = {
  bookingRecordGet: { method: 'GET', path: '/api/data/bookingRecord/get', access },
  bookingRecordSave: { method: 'POST', path: '/api/data/bookingRecord/save', access },
  bookingRecordSubmit: { method: 'POST', path: '/api/data/bookingRecord/submit', access },
  bookingRecordCancel: { method: 'POST', path: '/api/data/bookingRecord/cancel', access },
} as const satisfies Record<string, CallPath>;

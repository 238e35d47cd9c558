import { definePage } from '#web/base/define-page.ts';

/** Bookings of space with carriers. */
export const bookingPage = definePage({
  route: '/booking-record-management',
  title: { zh: '订舱记录', en: 'Booking records' },
  group: 'freight',
  order: 50,
  roles: ['tenant-user', 'pricing'],
  dataPage: true,
  texts: ['bookingRecords'],
  load: () => import('./BookingPage.tsx').then((module) => ({ default: module.BookingPage })),
});

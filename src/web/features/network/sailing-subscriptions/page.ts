import { definePage } from '#web/base/define-page.ts';

/** Sailings that people want to be notified of. */
export const sailingSubscriptionsPage = definePage({
  route: '/vessel-subscribe',
  title: { zh: '船期订阅', en: 'Schedule subscriptions' },
  group: 'location',
  order: 20,
  roles: ['tenant-user', 'viewer'],
  dataPage: true,
  texts: ['chart', 'sailingSubscriptions'],
  load: () => import('./SailingSubscriptionsPage.tsx').then((module) => ({ default: module.SailingSubscriptionsPage })),
});

/** Flights that people want to be notified of. */
export const flightSubscriptionsPage = definePage({
  route: '/air-schedule-index',
  title: { zh: '航班订阅', en: 'Flight subscriptions' },
  group: 'location',
  order: 40,
  roles: ['tenant-user', 'viewer'],
  dataPage: true,
  texts: ['chart', 'sailingSubscriptions'],
  load: () => import('./FlightSubscriptionsPage.tsx').then((module) => ({ default: module.FlightSubscriptionsPage })),
});

import { definePage } from '#web/app/define-page.ts';

/** Sailings that people want to be told about. */
export const sailingSubscriptionsPage = definePage({
  route: '/vessel-subscribe',
  title: { zh: '船期订阅', en: 'Schedule subscriptions' },
  group: 'location',
  order: 20,
  roles: ['tenant-user', 'viewer'],
  dataPage: true,
  texts: ['sailingSubscriptions'],
  load: () => import('./SubscriptionsPage.tsx').then((module) => ({ default: module.SubscriptionsPage })),
});

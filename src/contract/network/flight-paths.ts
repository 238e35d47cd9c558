import type { CallPath } from '../paths.ts';

const subscriptionMenus = ['/air-schedule-index'] as const;

/** Calls about flights of airlines. */
export const flightPaths = {
  flightQuery: { method: 'POST', path: '/api/data/flight/query', access: ['/air-schedule'] },
  flightSubscriptionQuery: { method: 'POST', path: '/api/data/flightSubscription/query', access: subscriptionMenus },
  flightSubscriptionChanges: { method: 'GET', path: '/api/data/flightSubscription/changes', access: subscriptionMenus },
  flightSubscriptionInsert: {
    method: 'POST',
    path: '/api/data/flightSubscription/insert',
    access: [...subscriptionMenus, '/air-schedule'],
  },
  flightSubscriptionUpdate: { method: 'POST', path: '/api/data/flightSubscription/update', access: subscriptionMenus },
  flightSubscriptionCancel: { method: 'POST', path: '/api/data/flightSubscription/cancel', access: subscriptionMenus },
} as const satisfies Record<string, CallPath>;

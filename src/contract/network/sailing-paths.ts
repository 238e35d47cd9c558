import type { CallPath } from '../paths.ts';

const sailingMenus = ['/vessel-schedule', '/domestic-ptp'] as const;

/** Calls about sailings of container lines. */
export const sailingPaths = {
  sailingQuery: { method: 'POST', path: '/api/data/sailing/query', access: sailingMenus },
  sailingGet: { method: 'GET', path: '/api/data/sailing/get', access: sailingMenus },
  busiestLanes: { method: 'GET', path: '/api/data/sailing/busiestLanes', access: sailingMenus },
  carrierWayQuery: { method: 'POST', path: '/api/data/sailing/carrierWays', access: sailingMenus },
  portCallQuery: { method: 'POST', path: '/api/data/portCall/query', access: ['/port-vessel-schedule'] },
  sailingSubscriptionQuery: {
    method: 'POST',
    path: '/api/data/sailingSubscription/query',
    access: ['/vessel-subscribe'],
  },
  sailingSubscriptionChanges: {
    method: 'GET',
    path: '/api/data/sailingSubscription/changes',
    access: ['/vessel-subscribe'],
  },
  sailingSubscriptionInsert: {
    method: 'POST',
    path: '/api/data/sailingSubscription/insert',
    access: ['/vessel-subscribe', '/port-vessel-schedule', ...sailingMenus],
  },
  sailingSubscriptionUpdate: {
    method: 'POST',
    path: '/api/data/sailingSubscription/update',
    access: ['/vessel-subscribe'],
  },
  sailingSubscriptionCancel: {
    method: 'POST',
    path: '/api/data/sailingSubscription/cancel',
    access: ['/vessel-subscribe'],
  },
} as const satisfies Record<string, CallPath>;

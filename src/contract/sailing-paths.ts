import type { CallPath } from './paths.ts';

const sailingMenus = ['/vessel-schedule', '/domestic-ptp'] as const;

/** Calls about sailings of container lines. */
export const sailingPaths = {
  sailingQuery: { method: 'POST', path: '/api/data/sailing/query', access: sailingMenus },
  sailingGet: { method: 'GET', path: '/api/data/sailing/get', access: sailingMenus },
} as const satisfies Record<string, CallPath>;

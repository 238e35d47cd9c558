import type { CallPath } from '../paths.ts';

/** Calls of the pages of air cargo besides their lists. */
export const airPaths = {
  airSubscribe: { method: 'POST', path: '/api/data/airTrace/subscribe', access: ['/air-trace-index'] },
} as const satisfies Record<string, CallPath>;

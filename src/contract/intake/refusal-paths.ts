import type { CallPath } from '../paths.ts';

const refusalMenus = ['/refusals'] as const;

/** Calls about data that was not taken. */
export const refusalPaths = {
  refusalQuery: { method: 'POST', path: '/api/data/refusal/query', access: refusalMenus },
  refusalGet: { method: 'GET', path: '/api/data/refusal/get', access: refusalMenus },
} as const satisfies Record<string, CallPath>;

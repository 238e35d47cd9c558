import type { CallPath } from '../paths.ts';

/** Calls about what endangers or delays vessels. */
export const riskPaths = {
  riskMap: { method: 'GET', path: '/api/data/riskMap/query', access: ['/risk-map'] },
  riskWatchGet: { method: 'GET', path: '/api/data/riskMap/watch', access: ['/risk-map'] },
  riskWatchSave: { method: 'POST', path: '/api/data/riskMap/watch/save', access: ['/risk-map'] },
} as const satisfies Record<string, CallPath>;

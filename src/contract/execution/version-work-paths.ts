import type { CallPath } from '../paths.ts';

/** What versions of packages run: their scripts, trials and release. */
export const versionWorkPaths = {
  versionWork: { method: 'GET', path: '/api/product/packageVersion/work', access: 'admin' },
  versionWorkSave: { method: 'POST', path: '/api/product/packageVersion/saveWork', access: 'admin' },
  versionTry: { method: 'POST', path: '/api/product/packageVersion/try', access: 'admin' },
  versionTrials: { method: 'GET', path: '/api/product/packageVersion/trials', access: 'admin' },
  versionRelease: { method: 'POST', path: '/api/product/packageVersion/release', access: 'admin' },
} as const satisfies Record<string, CallPath>;

import type { CallPath } from '../paths.ts';
import { trackingMenus } from '../tracking/tracking-menus.ts';

/** Calls that compare what could be done instead. */
export const whatIfPaths = {
  whatIfSailings: {
    method: 'GET',
    path: '/api/data/whatIf/sailings',
    access: [...trackingMenus, '/oms-index', '/oms-movement-detail', '/oms-movement-xbm-detail'],
  },
} as const satisfies Record<string, CallPath>;

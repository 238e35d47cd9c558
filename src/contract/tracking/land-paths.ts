import type { CallPath } from '../paths.ts';
import { trackingMenus } from './tracking-menus.ts';

/** Calls of the pages of rail, road and couriers besides their lists. */
export const landPaths = {
  trainSubscribe: { method: 'POST', path: '/api/data/trainTrace/subscribe', access: ['/train-index'] },
  vehicleSubscribe: { method: 'POST', path: '/api/data/vehicleTrace/subscribe', access: ['/vehicle-index'] },
  expressSubscribe: { method: 'POST', path: '/api/data/expressTrace/subscribe', access: ['/express-index'] },
  // People who may open the trace of an order by road see the route of its truck there.
  vehicleTraceDrive: { method: 'GET', path: '/api/data/vehicleTrace/drive', access: trackingMenus },
} as const satisfies Record<string, CallPath>;

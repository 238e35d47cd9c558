import type { CallPath } from './paths.ts';

/** Calls of the pages of rail, road and couriers besides their lists. */
export const landPaths = {
  trainSubscribe: { method: 'POST', path: '/api/data/trainTrace/subscribe', access: ['/train-index'] },
  vehicleSubscribe: { method: 'POST', path: '/api/data/vehicleTrace/subscribe', access: ['/vehicle-index'] },
  expressSubscribe: { method: 'POST', path: '/api/data/expressTrace/subscribe', access: ['/express-index'] },
  vehicleTraceDrive: {
    method: 'GET',
    path: '/api/data/vehicleTrace/drive',
    access: ['/vehicle-index', '/vehicle-detail'],
  },
} as const satisfies Record<string, CallPath>;

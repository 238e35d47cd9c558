import type { CallPath } from './paths.ts';

/** Vehicles are shown by their own page and by road tracking. */
const vehicleMenus = ['/gps-vehicle-index', '/vehicle-index', '/vehicle-detail'] as const;

/** Calls about vehicles with a device. */
export const vehiclePaths = {
  vehiclePositions: { method: 'GET', path: '/api/data/gps/vehicle/positions', access: ['/gps-vehicle-index'] },
  vehicleTrack: { method: 'GET', path: '/api/data/gps/vehicle/track', access: vehicleMenus },
  vehiclePhoto: { method: 'GET', path: '/api/data/gps/vehicle/photo', access: vehicleMenus },
  vehicleGateways: { method: 'GET', path: '/api/data/gps/gateway/query', access: ['/gps-vehicle-index'] },
} as const satisfies Record<string, CallPath>;

import type { CallPath } from '../paths.ts';
import { trackingMenus } from '../tracking/tracking-menus.ts';

/** Vehicles are shown by their own page and by the traces of orders by road. */
const vehicleMenus = ['/gps-vehicle-index', ...trackingMenus] as const;

/** Calls about vehicles with a device. */
export const vehiclePaths = {
  vehiclePositions: { method: 'GET', path: '/api/data/gps/vehicle/positions', access: ['/gps-vehicle-index'] },
  vehicleTrack: { method: 'GET', path: '/api/data/gps/vehicle/track', access: vehicleMenus },
  vehiclePhoto: { method: 'GET', path: '/api/data/gps/vehicle/photo', access: vehicleMenus },
  vehicleAccess: { method: 'GET', path: '/api/data/gps/vehicle/access', access: ['/gps-vehicle-index'] },
  vehicleAccessCounts: { method: 'GET', path: '/api/data/gps/vehicle/access/count', access: ['/gps-vehicle-index'] },
  vehicleOpenRegistration: { method: 'POST', path: '/api/data/gps/vehicle/registration/open', access: ['/vehicles'] },
  vehicleCloseRegistration: { method: 'POST', path: '/api/data/gps/vehicle/registration/close', access: ['/vehicles'] },
  vehicleBindNetworks: { method: 'POST', path: '/api/data/gps/vehicle/networks', access: ['/vehicles'] },
  vehicleTakeOver: { method: 'POST', path: '/api/data/gps/vehicle/held/takeOver', access: ['/vehicles'] },
  vehicleDiscard: { method: 'POST', path: '/api/data/gps/vehicle/held/discard', access: ['/vehicles'] },
  vehicleGateways: { method: 'GET', path: '/api/data/gps/gateway/query', access: ['/gps-vehicle-index'] },
} as const satisfies Record<string, CallPath>;

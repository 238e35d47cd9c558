import type { CallPath } from '../paths.ts';

/** Calls about vessels as people watch them. */
export const vesselPaths = {
  vesselFleet: {
    method: 'GET',
    path: '/api/data/ais/vessel/fleet',
    access: ['/vessel-alone', '/risk-map', '/oms-ais'],
  },
  vesselOutlook: { method: 'GET', path: '/api/data/ais/vessel/outlook', access: ['/vessel-alone', '/oms-ais'] },
  vesselCargo: { method: 'GET', path: '/api/data/ais/vessel/cargo', access: ['/vessel-alone'] },
} as const satisfies Record<string, CallPath>;

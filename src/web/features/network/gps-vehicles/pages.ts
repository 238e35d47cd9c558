import { definePage } from '#web/base/define-page.ts';
import { entityScreen } from '#web/entity/entity-screen.ts';

/** Vehicles with a device, on a map; the vehicles and the sites they stop at are kept beside. */
export const gpsVehiclePages = [
  definePage({
    route: '/gps-vehicle-index',
    title: { zh: '车辆 GPS', en: 'Vehicle GPS' },
    group: 'location',
    order: 50,
    roles: ['tenant-user', 'viewer'],
    dataPage: true,
    texts: ['gpsVehicles', 'gpsAccess'],
    load: () => import('./GpsVehiclesPage.tsx').then((module) => ({ default: module.GpsVehiclesPage })),
  }),
  entityScreen('vehicle', {
    route: '/vehicles',
    title: { zh: '车辆', en: 'Vehicles' },
    group: 'location',
    order: 60,
    roles: ['tenant-user'],
  }),
  entityScreen('roadSite', {
    route: '/road-sites',
    title: { zh: '公路站点', en: 'Road sites' },
    group: 'location',
    order: 70,
    roles: ['tenant-user'],
  }),
];

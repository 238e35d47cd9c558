import { definePage } from '#web/base/define-page.ts';

/** Sailings from port to port. */
export const vesselSchedulePage = definePage({
  route: '/vessel-schedule',
  title: { zh: '港到港船期', en: 'Port to port' },
  group: 'capacity',
  order: 10,
  roles: ['tenant-user', 'viewer', 'pricing'],
  dataPage: true,
  texts: ['chart', 'sailings', 'handOver'],
  load: () => import('./SailingsPage.tsx').then((module) => ({ default: module.VesselSchedulePage })),
});

/** The same with a Chinese port at one end at least. */
export const domesticPtpPage = definePage({
  route: '/domestic-ptp',
  title: { zh: '国内港到港', en: 'Domestic port to port' },
  group: 'capacity',
  order: 20,
  roles: ['tenant-user', 'viewer', 'pricing'],
  dataPage: true,
  texts: ['chart', 'sailings', 'handOver'],
  load: () => import('./SailingsPage.tsx').then((module) => ({ default: module.DomesticPtpPage })),
});

/** Flights from airport to airport. */
export const airSchedulePage = definePage({
  route: '/air-schedule',
  title: { zh: '航班查询', en: 'Air schedules' },
  group: 'capacity',
  order: 30,
  roles: ['tenant-user', 'viewer', 'pricing'],
  dataPage: true,
  texts: ['sailings', 'flights'],
  load: () => import('./FlightsPage.tsx').then((module) => ({ default: module.FlightsPage })),
});

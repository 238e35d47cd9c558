import { definePage } from '#web/base/define-page.ts';
import { entityScreen } from '#web/entity/entity-screen.ts';

/** Scheduled reports, and the addresses outside of the product that they may go to. */
export const reportPages = [
  definePage({
    route: '/reports',
    title: { zh: '定期报表', en: 'Scheduled reports' },
    group: 'tracking',
    order: 95,
    roles: ['tenant-user', 'configurator'],
    texts: ['reports'],
    load: () => import('./ReportsPage.tsx').then((module) => ({ default: module.ReportsPage })),
  }),
  entityScreen('reportAddress', {
    route: '/report-addresses',
    title: { zh: '报表收件地址', en: 'Addresses for reports' },
    group: 'system',
    order: 35,
    access: 'admin',
  }),
];

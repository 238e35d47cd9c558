import { definePage } from '#web/base/define-page.ts';

/** What endangers or delays vessels, now and in the days ahead. */
export const riskMapPage = definePage({
  route: '/risk-map',
  title: { zh: '海事风险地图', en: 'Maritime risk map' },
  group: 'risk',
  order: 10,
  roles: ['tenant-user', 'viewer'],
  dataPage: true,
  texts: ['chart', 'riskMap'],
  load: () => import('./RiskMapPage.tsx').then((module) => ({ default: module.RiskMapPage })),
});

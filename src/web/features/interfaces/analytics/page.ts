import { definePage } from '#web/base/define-page.ts';

/** Data for analysts: accounts of the database, and Parquet files. */
export const analyticsPage = definePage({
  route: '/analytics',
  title: { zh: '数据分析', en: 'Analytics' },
  group: 'configuration',
  order: 72,
  roles: ['configurator'],
  texts: ['analytics'],
  load: () => import('./AnalyticsPage.tsx').then((module) => ({ default: module.AnalyticsPage })),
});

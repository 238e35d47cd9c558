import { definePage } from '#web/base/define-page.ts';

/** The way from an empty product to the first tracked shipment. */
export const firstStepsPage = definePage({
  route: '/first-steps',
  title: { zh: '首次使用', en: 'First steps' },
  group: 'configuration',
  order: 4,
  menus: ['/sources'],
  texts: ['sources'],
  load: () => import('./FirstStepsPage.tsx').then((module) => ({ default: module.FirstStepsPage })),
});

/** Where data come from. */
export const sourcesPage = definePage({
  route: '/sources',
  title: { zh: '数据源', en: 'Sources' },
  group: 'configuration',
  order: 5,
  roles: ['configurator'],
  texts: ['entity', 'sources'],
  load: () => import('./SourcesPage.tsx').then((module) => ({ default: module.SourcesPage })),
});

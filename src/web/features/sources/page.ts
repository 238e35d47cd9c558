import { definePage } from '#web/base/define-page.ts';

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

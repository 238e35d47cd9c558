import { definePage } from '#web/base/define-page.ts';

/** Which source is trusted for what. */
export const precedencePage = definePage({
  route: '/fusion-precedence',
  title: { zh: '数据源优先级', en: 'Order of sources' },
  group: 'configuration',
  order: 80,
  roles: ['configurator'],
  texts: ['truth'],
  load: () => import('./PrecedencePage.tsx').then((module) => ({ default: module.PrecedencePage })),
});

/** Ports that sources name by codes nobody knows. */
export const unknownPortsPage = definePage({
  route: '/unknown-ports',
  title: { zh: '未识别港口与用语', en: 'Unknown ports and words' },
  group: 'masterData',
  order: 40,
  roles: ['configurator'],
  texts: ['truth'],
  load: () => import('./UnknownPortsPage.tsx').then((module) => ({ default: module.UnknownPortsPage })),
});

/** How early, how often and how right sources tell. */
export const sourceScoresPage = definePage({
  route: '/source-scores',
  title: { zh: '数据源评分', en: 'Scores of sources' },
  group: 'configuration',
  order: 82,
  roles: ['configurator'],
  texts: ['truth', 'sourceScores'],
  load: () => import('./SourceScoresPage.tsx').then((module) => ({ default: module.SourceScoresPage })),
});

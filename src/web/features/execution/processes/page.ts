import { definePage } from '#web/base/define-page.ts';

/** What runs for which tenant. */
export const processPage = definePage({
  route: '/process',
  title: { zh: '流程配置', en: 'Processes' },
  group: 'automation',
  order: 10,
  access: 'everyone',
  texts: ['entity', 'jobBulk', 'orchestration'],
  load: () => import('./ProcessPage.tsx').then((module) => ({ default: module.ProcessPage })),
});

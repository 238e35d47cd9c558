import { definePage } from '#web/base/define-page.ts';

/** What sources sent and was not taken, by source and reason. */
export const refusalsPage = definePage({
  route: '/refusals',
  title: { zh: '拒收数据', en: 'Refused data' },
  group: 'automation',
  order: 90,
  texts: ['refusals'],
  load: () => import('./RefusalsPage.tsx').then((module) => ({ default: module.RefusalsPage })),
});

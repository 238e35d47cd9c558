import { definePage } from '#web/app/page.ts';

/** What sources sent and was not taken, by source and reason. */
export const refusalsPage = definePage({
  route: '/refusals',
  texts: ['refusals'],
  load: () => import('./RefusalsPage.tsx').then((module) => ({ default: module.RefusalsPage })),
});

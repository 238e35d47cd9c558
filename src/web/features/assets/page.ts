import { definePage } from '#web/app/page.ts';

/** Definitions of assets: what jobs may read. */
export const assetsPage = definePage({
  route: '/assets',
  texts: ['entity'],
  load: () => import('./AssetsPage.tsx').then((module) => ({ default: module.AssetsPage })),
});

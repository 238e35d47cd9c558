import { definePage } from '#web/base/define-page.ts';

/** Definitions of assets: what jobs may read. */
export const assetsPage = definePage({
  route: '/assets',
  title: { zh: '资产定义', en: 'Assets' },
  group: 'configuration',
  order: 40,
  roles: ['configurator'],
  texts: ['entity'],
  load: () => import('./AssetsPage.tsx').then((module) => ({ default: module.AssetsPage })),
});

import { definePage } from '#web/base/define-page.ts';

/** Packages with their versions. */
export const packagePage = definePage({
  route: '/package',
  title: { zh: '产品包', en: 'Packages' },
  group: 'automation',
  order: 30,
  access: 'admin',
  texts: ['entity', 'orchestration', 'cron'],
  load: () => import('./PackagePage.tsx').then((module) => ({ default: module.PackagePage })),
});

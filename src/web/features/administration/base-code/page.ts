import { definePage } from '#web/base/define-page.ts';

/** The data dictionary: code types and their values. */
export const baseCodePage = definePage({
  route: '/base-code',
  title: { zh: '数据字典', en: 'Data dictionary' },
  group: 'configuration',
  order: 10,
  roles: ['configurator'],
  texts: ['entity'],
  load: () => import('./BaseCodePage.tsx').then((module) => ({ default: module.BaseCodePage })),
});

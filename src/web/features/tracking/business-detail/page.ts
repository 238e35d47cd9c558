import { definePage } from '#web/base/define-page.ts';

/** The editor of one booking; every booking has its own tab. */
export const businessDetailPage = definePage({
  route: '/exceptionBusinessDetail',
  title: { zh: '业务明细', en: 'Business details' },
  order: 120,
  access: 'everyone',
  roles: ['tenant-user', 'configurator'],
  texts: ['business', 'input'],
  load: () => import('./BusinessDetailPage.tsx').then((module) => ({ default: module.BusinessDetailPage })),
  tabKey: (search) => search['obmBkId'] ?? '',
});

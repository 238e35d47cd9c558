import { definePage } from '#web/base/define-page.ts';

/** Bookings of a subscription or of a voyage with their legs, containers and milestones. */
export const businessInfoPage = definePage({
  route: '/exceptionBusinessInfo',
  title: { zh: '业务信息', en: 'Business info' },
  order: 110,
  access: 'everyone',
  roles: ['tenant-user', 'configurator'],
  texts: ['businessInfo', 'columnFilter'],
  load: () => import('./BusinessInfoPage.tsx').then((module) => ({ default: module.BusinessInfoPage })),
});

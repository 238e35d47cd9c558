import { definePage } from '#web/base/define-page.ts';

/** Tenants; administrators only. */
export const tenantsPage = definePage({
  route: '/tenants',
  title: { zh: '租户', en: 'Tenants' },
  group: 'system',
  order: 30,
  access: 'admin',
  texts: ['entity', 'entityImport'],
  load: () => import('./TenantsPage.tsx').then((module) => ({ default: module.TenantsPage })),
});

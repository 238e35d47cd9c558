import { definePage } from '#web/app/page.ts';

/** Tenants; administrators only. */
export const tenantsPage = definePage({
  route: '/tenants',
  texts: ['entity', 'entityImport'],
  load: () => import('./TenantsPage.tsx').then((module) => ({ default: module.TenantsPage })),
});

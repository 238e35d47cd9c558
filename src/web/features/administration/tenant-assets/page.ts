import { definePage } from '#web/base/define-page.ts';

/** What assets are for single tenants. */
export const tenantAssetsPage = definePage({
  route: '/tenant-assets',
  title: { zh: '租户资产', en: 'Tenant assets' },
  group: 'configuration',
  order: 50,
  roles: ['configurator'],
  texts: ['entity'],
  load: () => import('./TenantAssetsPage.tsx').then((module) => ({ default: module.TenantAssetsPage })),
});

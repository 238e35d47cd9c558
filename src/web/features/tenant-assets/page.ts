import { definePage } from '#web/app/page.ts';

/** What assets are for single tenants. */
export const tenantAssetsPage = definePage({
  route: '/tenant-assets',
  texts: ['entity'],
  load: () => import('./TenantAssetsPage.tsx').then((module) => ({ default: module.TenantAssetsPage })),
});

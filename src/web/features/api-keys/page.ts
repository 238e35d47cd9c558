import { definePage } from '#web/app/page.ts';

/** Keys by which systems of tenants read their shipments. */
export const apiKeysPage = definePage({
  route: '/api-keys',
  texts: ['apiKeys'],
  load: () => import('./ApiKeysPage.tsx').then((module) => ({ default: module.ApiKeysPage })),
});

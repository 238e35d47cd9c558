import { definePage } from '#web/base/define-page.ts';

/** Keys by which systems of tenants read their shipments. */
export const apiKeysPage = definePage({
  route: '/api-keys',
  title: { zh: '接口密钥', en: 'API keys' },
  group: 'configuration',
  order: 70,
  roles: ['configurator'],
  texts: ['apiKeys'],
  load: () => import('./ApiKeysPage.tsx').then((module) => ({ default: module.ApiKeysPage })),
});

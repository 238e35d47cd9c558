import { definePage } from '#web/base/define-page.ts';

/** The console of integrators: keys, webhooks, test shipments, and changes of the interface. */
export const integrationsPage = definePage({
  route: '/integrations',
  title: { zh: '系统对接', en: 'Integrations' },
  group: 'configuration',
  order: 70,
  roles: ['configurator'],
  texts: ['apiKeys', 'integrations'],
  load: () => import('./IntegrationsPage.tsx').then((module) => ({ default: module.IntegrationsPage })),
});

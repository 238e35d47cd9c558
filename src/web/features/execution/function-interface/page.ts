import { definePage } from '#web/base/define-page.ts';

/** Functions that packages and processes call. */
export const functionInterfacePage = definePage({
  route: '/function-interface',
  title: { zh: '函数接口', en: 'Function interfaces' },
  group: 'configuration',
  order: 60,
  roles: ['configurator'],
  texts: ['entity', 'functionInterface'],
  load: () => import('./FunctionInterfacePage.tsx').then((module) => ({ default: module.FunctionInterfacePage })),
});

import { definePage } from '#web/app/page.ts';

/** Functions that packages and processes call. */
export const functionInterfacePage = definePage({
  route: '/function-interface',
  texts: ['entity', 'functionInterface'],
  load: () => import('./FunctionInterfacePage.tsx').then((module) => ({ default: module.FunctionInterfacePage })),
});

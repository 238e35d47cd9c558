import { definePage } from '#web/app/page.ts';

/** The list of subscriptions. */
export const exceptionSubscribePage = definePage({
  route: '/exception-subscribe',
  texts: ['exceptionSubscribe', 'expert'],
  load: () => import('./ExceptionSubscribePage.tsx').then((module) => ({ default: module.ExceptionSubscribePage })),
});

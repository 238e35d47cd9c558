import { definePage } from '#web/base/define-page.ts';

/** The list of subscriptions. */
export const exceptionSubscribePage = definePage({
  route: '/exception-subscribe',
  title: { zh: '异常订阅', en: 'Exception subscriptions' },
  group: 'exceptions',
  order: 20,
  roles: ['tenant-user', 'configurator'],
  texts: ['exceptionSubscribe', 'expert', 'business', 'input', 'why', 'entity', 'cron'],
  load: () => import('./ExceptionSubscribePage.tsx').then((module) => ({ default: module.ExceptionSubscribePage })),
});

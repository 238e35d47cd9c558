import { definePage } from '#web/base/define-page.ts';

/** Records how one exception was handled; every exception has its own tab. */
export const exceptionHandlePage = definePage({
  route: '/exception-manage/handle',
  title: { zh: '异常处理', en: 'Handle exception' },
  order: 100,
  access: 'everyone',
  roles: ['tenant-user', 'configurator'],
  texts: ['exceptionHandle', 'quickActs', 'why'],
  load: () => import('./ExceptionHandlePage.tsx').then((module) => ({ default: module.ExceptionHandlePage })),
  tabKey: (search) => search['id'] ?? '',
});

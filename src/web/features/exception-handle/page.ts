import { definePage } from '#web/app/page.ts';

/** Records how one exception was handled; every exception has its own tab. */
export const exceptionHandlePage = definePage({
  route: '/exception-manage/handle',
  texts: ['exceptionHandle'],
  menu: null,
  load: () => import('./ExceptionHandlePage.tsx').then((module) => ({ default: module.ExceptionHandlePage })),
  tabKey: (search) => search['id'] ?? '',
});

import { definePage } from '#web/app/page.ts';

/** The list of exceptions. */
export const exceptionManagePage = definePage({
  route: '/exception-manage',
  texts: ['exceptionManage', 'exceptionIncidents'],
  load: () =>
    import('./ExceptionManagePage.tsx').then(({ ExceptionManagePage, prepare }) => ({
      default: ExceptionManagePage,
      prepare,
    })),
});

import { definePage } from '#web/base/define-page.ts';

/** The list of exceptions. */
export const exceptionManagePage = definePage({
  route: '/exception-manage',
  title: { zh: '异常管理', en: 'Exceptions' },
  group: 'exceptions',
  order: 10,
  roles: ['tenant-user', 'configurator'],
  texts: ['exceptionManage', 'exceptionIncidents', 'quickActs', 'why', 'business', 'input'],
  load: () =>
    import('./ExceptionManagePage.tsx').then(({ ExceptionManagePage, prepare }) => ({
      default: ExceptionManagePage,
      prepare,
    })),
});

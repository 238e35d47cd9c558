import { definePage } from '#web/base/define-page.ts';

/** The table widget with sample rows. */
export const testTablePage = definePage({
  route: '/testWaliTable',
  title: { zh: '表格示例', en: 'Sample table' },
  order: 130,
  access: 'everyone',
  roles: ['tenant-user', 'viewer', 'pricing', 'configurator'],
  texts: ['testTable'],
  load: () => import('./TestTablePage.tsx').then((module) => ({ default: module.TestTablePage })),
});

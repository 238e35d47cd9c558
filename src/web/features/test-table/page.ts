import { definePage } from '#web/app/page.ts';

/** The table widget with sample rows. */
export const testTablePage = definePage({
  route: '/testWaliTable',
  texts: ['testTable'],
  load: () => import('./TestTablePage.tsx').then((module) => ({ default: module.TestTablePage })),
});

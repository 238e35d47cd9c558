import { definePage } from '#web/app/page.ts';

/** The data dictionary: code types and their values. */
export const baseCodePage = definePage({
  route: '/base-code',
  texts: ['entity'],
  load: () => import('./BaseCodePage.tsx').then((module) => ({ default: module.BaseCodePage })),
});

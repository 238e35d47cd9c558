import { definePage } from '#web/app/page.ts';

/** Users, their passwords and menu permissions; administrators only. */
export const userPage = definePage({
  route: '/user',
  texts: ['entity'],
  load: () => import('./UserPage.tsx').then((module) => ({ default: module.UserPage })),
});

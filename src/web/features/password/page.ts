import { definePage } from '#web/app/page.ts';

/** Changes the own password. */
export const rePasswordPage = definePage({
  route: '/re-password',
  load: () => import('./PasswordPage.tsx').then((module) => ({ default: module.PasswordPage })),
});

import { definePage } from '#web/base/define-page.ts';

/** How the person signs in and is reached: two-step verification, connected programs, calendars, devices that show messages, and sessions. */
export const accountPage = definePage({
  route: '/account',
  title: { zh: '账号安全', en: 'Account security' },
  order: 141,
  access: 'everyone',
  roles: ['tenant-user', 'viewer', 'pricing', 'configurator'],
  texts: ['account', 'calendars', 'sessions'],
  load: () => import('./AccountPage.tsx').then((module) => ({ default: module.AccountPage })),
});

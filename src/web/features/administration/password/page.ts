import { definePage } from '#web/base/define-page.ts';

/** Changes the own password. */
export const rePasswordPage = definePage({
  route: '/re-password',
  title: { zh: '修改密码', en: 'Change password' },
  order: 140,
  access: 'everyone',
  roles: ['tenant-user', 'viewer', 'pricing', 'configurator'],
  texts: ['password'],
  load: () => import('./PasswordPage.tsx').then((module) => ({ default: module.PasswordPage })),
});

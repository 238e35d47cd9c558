import { definePage } from '#web/base/define-page.ts';

/** Users, their passwords and menu permissions; administrators only. */
export const userPage = definePage({
  route: '/user',
  title: { zh: '用户管理', en: 'Users' },
  group: 'system',
  order: 10,
  access: 'admin',
  texts: ['entity', 'sessions'],
  load: () => import('./UserPage.tsx').then((module) => ({ default: module.UserPage })),
});

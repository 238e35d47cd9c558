import { definePage } from '#web/base/define-page.ts';

/** Who did what when; administrators only. */
export const auditPage = definePage({
  route: '/audit',
  title: { zh: '操作审计', en: 'Audit' },
  group: 'system',
  order: 20,
  access: 'admin',
  menus: [],
  texts: ['audit'],
  load: () => import('./AuditPage.tsx').then((module) => ({ default: module.AuditPage })),
});

import { definePage } from '#web/app/page.ts';

/** Who did what when; administrators only. */
export const auditPage = definePage({
  route: '/audit',
  texts: ['audit'],
  load: () => import('./AuditPage.tsx').then((module) => ({ default: module.AuditPage })),
});

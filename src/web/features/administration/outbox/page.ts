import { definePage } from '#web/base/define-page.ts';

/** What was sent, to whom, and what came of it. */
export const outboxPage = definePage({
  route: '/outbox',
  title: { zh: '通知发件箱', en: 'Outbox' },
  group: 'configuration',
  order: 30,
  menus: ['/feedback'],
  texts: ['outbox'],
  load: () => import('./OutboxPage.tsx').then((module) => ({ default: module.OutboxPage })),
});

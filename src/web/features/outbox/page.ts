import { definePage } from '#web/app/page.ts';

/** What was sent, to whom, and what came of it. */
export const outboxPage = definePage({
  route: '/outbox',
  menu: '/feedback',
  texts: ['outbox'],
  load: () => import('./OutboxPage.tsx').then((module) => ({ default: module.OutboxPage })),
});

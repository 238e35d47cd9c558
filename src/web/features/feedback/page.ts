import { definePage } from '#web/app/page.ts';

/** Who is told what about jobs and exceptions. */
export const feedbackPage = definePage({
  route: '/feedback',
  texts: ['entity', 'outbox'],
  load: () => import('./FeedbackPage.tsx').then((module) => ({ default: module.FeedbackPage })),
});

import { definePage } from '#web/app/page.ts';

/** Who is told what about jobs. */
export const feedbackPage = definePage({
  route: '/feedback',
  texts: ['entity'],
  load: () => import('./FeedbackPage.tsx').then((module) => ({ default: module.FeedbackPage })),
});

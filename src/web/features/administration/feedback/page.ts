import { definePage } from '#web/base/define-page.ts';

/** Who is notified what about jobs and exceptions. */
export const feedbackPage = definePage({
  route: '/feedback',
  title: { zh: '反馈定义', en: 'Feedback definitions' },
  group: 'configuration',
  order: 20,
  roles: ['configurator'],
  texts: ['entity', 'outbox'],
  load: () => import('./FeedbackPage.tsx').then((module) => ({ default: module.FeedbackPage })),
});

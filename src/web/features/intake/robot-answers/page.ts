import { definePage } from '#web/base/define-page.ts';

/** What robots bring from carriers' pages, and the versions of the parsers that read it. */
export const robotAnswersPage = definePage({
  route: '/robot-answers',
  title: { zh: '机器人取回页面', en: 'Robot pages' },
  group: 'automation',
  order: 80,
  texts: ['robotAnswers'],
  load: () => import('./RobotAnswersPage.tsx').then((module) => ({ default: module.RobotAnswersPage })),
});

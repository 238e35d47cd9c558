import { definePage } from '#web/app/page.ts';

/** What robots bring from carriers' pages, and the versions of the parsers that read it. */
export const robotAnswersPage = definePage({
  route: '/robot-answers',
  texts: ['robotAnswers'],
  load: () => import('./RobotAnswersPage.tsx').then((module) => ({ default: module.RobotAnswersPage })),
});

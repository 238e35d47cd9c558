import { definePage } from '#web/app/define-page.ts';

/** Robots with what they do now. */
export const robotPage = definePage({
  route: '/robot',
  title: { zh: '机器人', en: 'Robots' },
  group: 'automation',
  order: 40,
  access: 'admin',
  texts: ['entity', 'robots'],
  load: () => import('./RobotsPage.tsx').then((module) => ({ default: module.RobotsPage })),
});

/** Environments with their robots and processes. */
export const environmentPage = definePage({
  route: '/environment',
  title: { zh: '运行环境', en: 'Environments' },
  group: 'automation',
  order: 50,
  access: 'admin',
  texts: ['entity', 'robots'],
  load: () => import('./EnvironmentsPage.tsx').then((module) => ({ default: module.EnvironmentsPage })),
});

import { definePage } from '#web/base/define-page.ts';
import { entityScreen } from '#web/entity/entity-screen.ts';

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

/** How many jobs of a tenant or site run at a time. */
export const jobCapPage = entityScreen('jobCap', {
  route: '/job-cap',
  title: { zh: '作业并行上限', en: 'Job caps' },
  group: 'automation',
  order: 55,
  access: 'admin',
});

import { definePage } from '#web/base/define-page.ts';

/** Every job of robots. */
export const jobPage = definePage({
  route: '/job',
  title: { zh: '作业', en: 'Jobs' },
  group: 'automation',
  order: 20,
  access: 'everyone',
  texts: ['jobs', 'jobBulk'],
  load: () => import('./JobsPage.tsx').then((module) => ({ default: module.JobsPage })),
});

/** One job; every job has its own tab. */
export const jobDetailPage = definePage({
  route: '/job/detail',
  title: { zh: '作业详情', en: 'Job' },
  order: 21,
  access: 'everyone',
  menus: ['/job'],
  texts: ['jobs'],
  load: () => import('./JobPage.tsx').then((module) => ({ default: module.JobPage })),
  tabKey: (search) => search['jobId'] ?? '',
  tabTitle: (search) => (search['jobId'] === undefined ? undefined : `#${search['jobId']}`),
});

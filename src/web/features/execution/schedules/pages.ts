import { definePage } from '#web/base/define-page.ts';

/** When processes run by themselves, which days they do not, and what became of every run. */
export const schedulePages = [
  definePage({
    route: '/schedule',
    title: { zh: '计划', en: 'Schedules' },
    group: 'automation',
    order: 15,
    texts: ['chart', 'entity', 'schedules', 'cron'],
    load: () => import('./SchedulePage.tsx').then((module) => ({ default: module.SchedulePage })),
  }),
  definePage({
    route: '/occurrence',
    title: { zh: '计划执行记录', en: 'Runs of schedules' },
    group: 'automation',
    order: 16,
    texts: ['schedules'],
    load: () => import('./OccurrencePage.tsx').then((module) => ({ default: module.OccurrencePage })),
  }),
  definePage({
    route: '/schedule-outlook',
    title: { zh: '未来 24 小时', en: 'Next 24 hours' },
    group: 'automation',
    order: 18,
    texts: ['chart', 'schedules'],
    load: () => import('./OutlookPage.tsx').then((module) => ({ default: module.OutlookPage })),
  }),
  definePage({
    route: '/calendar',
    title: { zh: '工作日历', en: 'Calendars' },
    group: 'automation',
    order: 17,
    texts: ['entity', 'schedules'],
    load: () => import('./CalendarPage.tsx').then((module) => ({ default: module.CalendarPage })),
  }),
];

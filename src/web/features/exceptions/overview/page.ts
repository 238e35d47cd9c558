import { definePage } from '#web/base/define-page.ts';

const load = () =>
  import('./OverviewPage.tsx').then((module) => ({ default: module.OverviewPage, prepare: module.prepareOverview }));

/** How things stand: exceptions, sources, background work. */
export const dashboardPage = definePage({
  route: '/dashboard',
  title: { zh: '运营概览', en: 'Operations overview' },
  group: 'home',
  order: 10,
  roles: ['tenant-user', 'viewer', 'configurator'],
  texts: ['chart', 'overview', 'why'],
  load,
});

/** The same under its other name. */
export const homePage = definePage({
  route: '/home',
  title: { zh: '首页', en: 'Home' },
  order: 150,
  menus: ['/home', '/dashboard'],
  roles: ['tenant-user', 'viewer', 'configurator'],
  texts: ['chart', 'overview', 'why'],
  load,
});

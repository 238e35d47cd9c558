import { definePage } from '#web/app/page.ts';

const load = () =>
  import('./OverviewPage.tsx').then((module) => ({ default: module.OverviewPage, prepare: module.prepareOverview }));

/** How things stand: exceptions, sources, background work. */
export const dashboardPage = definePage({ route: '/dashboard', texts: ['overview'], load });

/** The same under its other name. */
export const homePage = definePage({ route: '/home', menu: '/dashboard', texts: ['overview'], load });

import { definePage } from '#web/base/define-page.ts';

/** What the next person has to know at the end of a shift. */
export const handOverPage = definePage({
  route: '/hand-over',
  title: { zh: '交接班', en: 'Hand-over' },
  group: 'exceptions',
  order: 90,
  menus: ['/exception-manage'],
  texts: ['handOver'],
  load: () => import('./HandOverPage.tsx').then((module) => ({ default: module.HandOverPage })),
});

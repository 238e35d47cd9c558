import { definePage } from '#web/app/page.ts';

/** With whom electronic messages are exchanged. */
export const ediPartnersPage = definePage({
  route: '/edi-partners',
  menu: '/edi-manager',
  texts: ['entity'],
  load: () => import('./EdiPartnersPage.tsx').then((module) => ({ default: module.EdiPartnersPage })),
});

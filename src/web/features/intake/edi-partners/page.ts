import { definePage } from '#web/base/define-page.ts';

/** With whom electronic messages are exchanged. */
export const ediPartnersPage = definePage({
  route: '/edi-partners',
  title: { zh: 'EDI 伙伴', en: 'EDI partners' },
  group: 'automation',
  order: 70,
  menus: ['/edi-manager'],
  texts: ['entity'],
  load: () => import('./EdiPartnersPage.tsx').then((module) => ({ default: module.EdiPartnersPage })),
});

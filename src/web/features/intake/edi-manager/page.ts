import { definePage } from '#web/base/define-page.ts';

/** Electronic messages: received and sent, what became of them and why. */
export const ediManagerPage = definePage({
  route: '/edi-manager',
  title: { zh: 'EDI 报文', en: 'EDI messages' },
  group: 'automation',
  order: 60,
  texts: ['edi'],
  load: () => import('./EdiManagerPage.tsx').then((module) => ({ default: module.EdiManagerPage })),
});

import { definePage } from '#web/app/page.ts';

/** Electronic messages: received and sent, what became of them and why. */
export const ediManagerPage = definePage({
  route: '/edi-manager',
  texts: ['edi'],
  load: () => import('./EdiManagerPage.tsx').then((module) => ({ default: module.EdiManagerPage })),
});

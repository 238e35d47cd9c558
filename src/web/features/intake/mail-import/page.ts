import { definePage } from '#web/base/define-page.ts';

/** Orders and references that come as sheets by e-mail: the address, the mails and the mapping of their columns. */
export const mailImportPage = definePage({
  route: '/mail-import',
  title: { zh: '邮件导入', en: 'Import by e-mail' },
  group: 'automation',
  order: 75,
  texts: ['mailImport'],
  load: () => import('./MailImportPage.tsx').then((module) => ({ default: module.MailImportPage })),
});

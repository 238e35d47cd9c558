import type { CallPath } from '../paths.ts';

const mailMenus = ['/mail-import'] as const;

/** Calls about orders and references that come by e-mail. */
export const mailImportPaths = {
  mailImportGet: { method: 'GET', path: '/api/data/mailImport/settings', access: mailMenus },
  mailImportSave: { method: 'POST', path: '/api/data/mailImport/save', access: 'admin' },
  mailMappingRemove: { method: 'POST', path: '/api/data/mailImport/removeMapping', access: mailMenus },
  receivedMailGet: { method: 'GET', path: '/api/data/mailImport/get', access: mailMenus },
  receivedMailAct: { method: 'POST', path: '/api/data/mailImport/act', access: mailMenus },
  mailSheetPreview: { method: 'GET', path: '/api/data/mailImport/preview', access: mailMenus },
  mailSheetMap: { method: 'POST', path: '/api/data/mailImport/map', access: mailMenus },
  mailFile: { method: 'GET', path: '/api/data/mailImport/file', access: mailMenus },
} as const satisfies Record<string, CallPath>;

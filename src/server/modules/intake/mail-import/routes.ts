import { answer, route, type Routes } from '#server/platform/http/index.ts';
import { actOnMail } from './act-on-mail.ts';
import { downloadMail } from './download-mail.ts';
import { mapSheet, previewSheet } from './map-sheet.ts';
import { getSettings, removeMapping, saveSettings } from './settings.ts';
import { showMail } from './show-mail.ts';
import type { MailDeps } from './types.ts';

/** Orders and references that come by e-mail: the address, the mails, and the mapping of their sheets. */
export const mailImportRoutes =
  (deps: MailDeps): Routes =>
  (app) => {
    route(app, 'mailImportGet', ({ ctx }) => getSettings(ctx, deps));
    route(app, 'mailImportSave', async ({ ctx, input }) =>
      answer(
        await saveSettings(ctx, deps, input.body),
        input.body.newAddress === 1 ? 'mailImport.moved' : 'mailImport.saved',
      ),
    );
    route(app, 'mailMappingRemove', ({ ctx, input }) => removeMapping(ctx, deps, input.body.mappingId));
    route(app, 'receivedMailGet', ({ ctx, input }) => showMail(ctx, deps, input.query.mailId));
    route(app, 'receivedMailAct', ({ ctx, input }) => actOnMail(ctx, deps, input.body));
    route(app, 'mailSheetPreview', ({ ctx, input }) => previewSheet(ctx, deps, input.query.sheetId));
    route(app, 'mailSheetMap', async ({ ctx, input }) => {
      const mapped = await mapSheet(ctx, deps, input.body);
      return answer(mapped, 'mailImport.mapped', { count: mapped.sheets });
    });
    route(app, 'mailFile', ({ ctx, input }) => downloadMail(ctx, input.query));
  };

import { answer, route, type Routes, streamAnswer } from '#server/platform/http/index.ts';
import { actOnMail } from './act-on-mail.ts';
import { mapSheet, previewSheet } from './map-sheet.ts';
import { getSettings, removeMapping, saveSettings } from './settings.ts';
import { showMail } from './show-mail.ts';
import type { MailDeps } from './types.ts';
import { Readable } from 'node:stream';
import type { ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { readContent, readRaw } from './mail-queries.ts';

/** A mail as it was received, or one of its files; browsers save it and never show it. */
async function downloadMail(ctx: Ctx, { mailId, sheetId }: ParsedQuery<'mailFile'>) {
  const mail = await ctx.db.selectFrom('received_mail').select('id').where('id', '=', mailId).executeTakeFirst();
  if (mail === undefined) throw notFound();
  const contentType = 'application/octet-stream';
  if (sheetId === undefined)
    return streamAnswer({
      // unscoped: The mail or the file was found by `ctx.db` before; its bytes are addressed by id.
      body: Readable.from([await readRaw(ctx.unscoped, mail.id)]),
      contentType,
      fileName: `mail-${mail.id}.eml`,
    });
  const sheet = await ctx.db
    .selectFrom('mail_sheet')
    .select(['id', 'name'])
    .where('id', '=', sheetId)
    .where('mail_id', '=', mail.id)
    .executeTakeFirst();
  if (sheet === undefined) throw notFound();
  return streamAnswer({
    // unscoped: The mail or the file was found by `ctx.db` before; its bytes are addressed by id.
    body: Readable.from([await readContent(ctx.unscoped, sheet.id)]),
    contentType,
    fileName: sheet.name,
  });
}

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

// unscoped: The mail or the file was found by `ctx.db` before; its bytes are addressed by id.
import { Readable } from 'node:stream';
import type { ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { streamAnswer } from '#server/platform/http/index.ts';
import { readContent, readRaw } from './mail-queries.ts';

/** A mail as it was received, or one of its files; browsers save it and never show it. */
export async function downloadMail(ctx: Ctx, { mailId, sheetId }: ParsedQuery<'mailFile'>) {
  const mail = await ctx.db.selectFrom('received_mail').select('id').where('id', '=', mailId).executeTakeFirst();
  if (mail === undefined) throw notFound();
  const contentType = 'application/octet-stream';
  if (sheetId === undefined)
    return streamAnswer({
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
    body: Readable.from([await readContent(ctx.unscoped, sheet.id)]),
    contentType,
    fileName: sheet.name,
  });
}

import type { ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { streamAnswer } from '#server/platform/http/index.ts';
import { readFileParts } from './file-store.ts';

/** The file of a message exactly as it was received or sent. */
export async function downloadFile({ ctx, input }: { ctx: Ctx; input: ParsedQuery<'ediDownload'> }) {
  const row = await ctx.db
    .selectFrom('edi_message as m')
    .innerJoin('edi_file as f', 'f.id', 'm.file_id')
    .select(['f.id', 'f.name'])
    .where('m.id', '=', input.id)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return streamAnswer({
    body: readFileParts(ctx.database, row.id as unknown as number),
    contentType: 'application/octet-stream',
    fileName: row.name,
  });
}

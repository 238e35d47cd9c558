// unscoped: Partners and files of EDI are shared by tenants; the message was found by `ctx.db` before, and its parts are addressed by id.
import { Readable } from 'node:stream';
import type { ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { streamAnswer } from '#server/platform/http/index.ts';
import { readFileParts, readFileRange } from './file-store.ts';
import { MAX_FILE_BYTES } from './types.ts';

/** Longest message that is given alone, in bytes: as long as a file may be. */
const MAX_MESSAGE = MAX_FILE_BYTES;

/** Whether everything in the file belongs to the caller: a file may hold messages of several tenants. */
async function isWholeOwn(ctx: Ctx, fileId: number): Promise<boolean> {
  if (ctx.scope.kind === 'all') return true;
  const own = await ctx.db
    .selectFrom('edi_message')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow();
  const { rows } = await ctx.unscoped.execute<{ n: number }>(
    'select count(*)::int as n from edi_message where file_id = $1',
    [fileId],
  );
  return Number(own.n) === rows[0]?.n;
}

/** The file of a message exactly as it was received or sent; of a file shared with others the message alone. */
export async function downloadFile({ ctx, input }: { ctx: Ctx; input: ParsedQuery<'ediDownload'> }) {
  const row = await ctx.db
    .selectFrom('edi_message as m')
    .innerJoin('edi_file as f', 'f.id', 'm.file_id')
    .select(['f.id', 'f.name', 'm.start_byte', 'm.end_byte'])
    .where('m.id', '=', input.id)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  const fileId = row.id;
  const [start, end] = [Number(row.start_byte), Number(row.end_byte)];
  return streamAnswer({
    body: (await isWholeOwn(ctx, fileId))
      ? readFileParts(ctx.unscoped, fileId)
      : Readable.from([await readFileRange(ctx.unscoped, fileId, start, end, MAX_MESSAGE)]),
    contentType: 'application/octet-stream',
    fileName: row.name,
  });
}

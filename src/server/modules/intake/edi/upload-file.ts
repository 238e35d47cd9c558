// unscoped: Partners and files of EDI are shared by tenants; the message was found by `ctx.db` before, and its parts are addressed by id.
import { basename } from 'node:path';
import type { CallData } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { AppError, malformed } from '#server/platform/errors/app-error.ts';
import { FileTooLarge, storeFile } from './file-store.ts';
import { idsOfFile, listMessagesById } from './list-queries.ts';
import { isForm, readFormFile } from './multipart.ts';
import { presentMessage } from './present.ts';
import { processFile } from './process-file.ts';
import { MAX_FILE_BYTES, type AllowedTenants, type EdiDeps } from './types.ts';

/** Files up to this size are read while the caller waits. */
const AT_ONCE_BYTES = 1_000_000;

/** An upload as it comes in. */
export type Upload = { chunks: AsyncIterable<Uint8Array>; contentType: string; fileName: string | undefined };

/** Whose shipments a caller may change. */
const allowedTenantsOf = (ctx: Pick<Ctx, 'scope'>): AllowedTenants =>
  ctx.scope.kind === 'all' ? null : ctx.scope.tenantIds;

/** The tenant to whom a file belongs that this caller brings; none for who acts for all of them. */
export const tenantOf = (ctx: Pick<Ctx, 'scope' | 'actor'>): number | null =>
  ctx.scope.kind === 'all' || ctx.actor.kind !== 'user' ? null : (ctx.scope.tenantIds[0] ?? ctx.actor.tenantId);

async function openUpload({
  chunks,
  contentType,
  fileName,
}: Upload): Promise<{ name: string; bytes: AsyncIterable<Uint8Array> }> {
  if (!isForm(contentType)) return { name: fileName ?? 'upload.edi', bytes: chunks };
  const file = await readFormFile(chunks, contentType);
  if (file === undefined) throw malformed('edi.noFile');
  return { name: fileName ?? file.fileName, bytes: file.bytes };
}

/**
 * Takes an uploaded file: keeps it as it comes in, then reads its messages; a large one is read in the background. The
 * caller vouches for it, but only shipments of the own tenants are changed.
 */
export async function uploadFile(
  deps: EdiDeps & { scheduleFile: (fileId: number) => Promise<void> },
  { ctx, upload }: { ctx: Ctx; upload: Upload },
): Promise<CallData<'ediUpload'>> {
  const { name, bytes } = await openUpload(upload);
  const fileName = basename(name.replaceAll('\\', '/')).slice(0, 200) || 'upload.edi';
  let kept: { id: number; sizeBytes: number };
  try {
    kept = await storeFile(
      ctx.unscoped,
      {
        tenantId: tenantOf(ctx),
        direction: 'in',
        way: 'upload',
        name: fileName,
        receivedAt: ctx.clock.now(),
        uploadedBy: ctx.actor.userCode,
        allowedTenants: allowedTenantsOf(ctx),
      },
      bytes,
      MAX_FILE_BYTES,
    );
  } catch (error) {
    if (error instanceof FileTooLarge)
      throw new AppError('edi.tooLarge', { megabytes: MAX_FILE_BYTES / 1_000_000 }, 'too_large');
    throw error;
  }
  await writeAudit(ctx, {
    entity: 'edi_file',
    entityId: String(kept.id),
    action: 'upload',
    tenantId: tenantOf(ctx),
    after: { name: fileName, sizeBytes: kept.sizeBytes },
  });
  const isSmall = kept.sizeBytes <= AT_ONCE_BYTES;
  if (isSmall) await processFile(deps, kept.id);
  else await deps.scheduleFile(kept.id);
  const rows = await listMessagesById(ctx, await idsOfFile(ctx, kept.id));
  return {
    fileId: String(kept.id),
    fileName,
    sizeBytes: kept.sizeBytes,
    done: isSmall,
    messages: rows.map((row) => presentMessage(row, ctx)),
  };
}

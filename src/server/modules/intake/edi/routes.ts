// unscoped: Partners and files of EDI are shared by tenants; the message was found by `ctx.db` before, and its parts are addressed by id.
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, chunksOf, route, withRawBodies } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import { listRoute } from '#server/list/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { countRefused } from '#server/modules/intake/refusal/index.ts';
import { downloadFile } from './download-file.ts';
import { ediMessagesSource } from './messages-source.ts';
import { getMessage } from './get-message.ts';
import { getStats } from './message-stats.ts';
import { reprocessMessages } from './reprocess-message.ts';
import { sendMessage } from './send-message.ts';
import { ediFileScheduler } from './tasks.ts';
import type { EdiDeps } from './types.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { tenantOf, uploadFile } from './upload-file.ts';

/** What the module needs besides the call. */
export type EdiParts = {
  reference: () => ReferenceSnapshot;
  queue: Queue;
  scheduleProcessing: EdiDeps['scheduleProcessing'];
  /** Folder for files from and to partners, where there is one. */
  ediFolder?: string | null;
};

/** Counts an upload that was refused as a whole; files that are kept tell themselves what was wrong with them. */
async function countRefusedUpload({ ctx, error }: { ctx: Ctx; error: unknown }): Promise<void> {
  const noFile = error instanceof AppError && error.code === 'edi.noFile';
  await countRefused(ctx, error, () => ({
    via: 'edi',
    tenantId: tenantOf(ctx),
    ...(noFile ? { reason: 'noFile' } : {}),
  }));
}

/** Electronic messages: the list, one message, uploading, reading again, sending. */
export const ediRoutes =
  ({ reference, queue, scheduleProcessing, ediFolder: folder = null }: EdiParts): Routes =>
  (app) => {
    const scheduleFile = ediFileScheduler(queue);
    const depsOf = (ctx: Ctx) => ({
      database: ctx.unscoped,
      clock: ctx.clock,
      log: ctx.log,
      reference,
      scheduleProcessing,
      scheduleFile,
    });
    listRoute(app, ediMessagesSource);
    route(app, 'ediGet', ({ ctx, input }) => getMessage({ ctx, input: input.query, reference: reference() }));
    route(app, 'ediStats', ({ ctx, input }) => getStats({ ctx, input: input.query, hasFolder: folder !== null }));
    route(app, 'ediReprocess', async ({ ctx, input }) => {
      const data = await reprocessMessages(depsOf(ctx), { ctx, input: input.body });
      return answer(data, 'edi.reprocessed', { count: data.done });
    });
    route(app, 'ediSend', async ({ ctx, input }) =>
      answer(await sendMessage({ ctx, input: input.body, folder }), 'edi.sent'),
    );
    route(app, 'ediDownload', ({ ctx, input }) => downloadFile({ ctx, input: input.query }));
    // A file is not held in memory: it is read as it comes in.
    withRawBodies(app, (scope) =>
      route(
        scope,
        'ediUpload',
        ({ ctx, input, request }) =>
          uploadFile(depsOf(ctx), {
            ctx,
            upload: {
              chunks: chunksOf(request),
              contentType: request.headers['content-type'] ?? '',
              fileName: input.query.fileName,
            },
          }),
        { onRefused: countRefusedUpload },
      ),
    );
  };

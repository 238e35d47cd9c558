// unscoped: The order was found by `ctx.db` before: lines, ties and value sources are addressed by its ids.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { CallData } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { AppError, notFound, refused } from '#server/platform/errors/app-error.ts';
import { bytesOf, streamAnswer, type StreamAnswer } from '#server/platform/http/index.ts';
import {
  MAX_DOCUMENT_BYTES,
  documentEndings,
  documentType,
  type DocumentProblem,
  findDocumentProblem,
  findNameProblem,
} from '#shared/files/document-rules.ts';

/** Documents of one order. */
const MAX_DOCUMENTS = 100;

function refusedDocument(problem: DocumentProblem): AppError {
  const params = { endings: documentEndings.join(', '), megabytes: MAX_DOCUMENT_BYTES / 1_000_000 };
  return problem === 'tooLarge'
    ? new AppError('order.document.tooLarge', params, 'too_large')
    : refused(`order.document.${problem}`, params);
}

/** Keeps a document of an order once its name, size and content are as they should be. */
export async function uploadDocument({
  ctx,
  input,
  chunks,
}: {
  ctx: Ctx;
  input: { orderId: number; fileName: string };
  chunks: AsyncIterable<Uint8Array>;
}): Promise<CallData<'orderDocumentUpload'>> {
  const { orderId, fileName } = input;
  const order = await ctx.db
    .selectFrom('cargo_order')
    .select(['id', 'tenant_id', 'order_no'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (order === undefined) throw notFound();
  const early = findNameProblem(fileName);
  if (early !== null) throw refusedDocument(early);
  const body = await bytesOf(chunks, MAX_DOCUMENT_BYTES);
  const problem = body === undefined ? 'tooLarge' : findDocumentProblem(fileName, body);
  if (problem !== null || body === undefined) throw refusedDocument(problem ?? 'tooLarge');
  const sha256 = createHash('sha256').update(body).digest('hex');
  const now = ctx.clock.now();
  const about = { fileName, sizeBytes: body.length, sha256 };
  return ctx.unscoped.transaction(async () => {
    const held = ctx.db.selectFrom('order_document').where('order_id', '=', order.id);
    await keepCap(ctx.unscoped, {
      of: `documents of order ${order.id}`,
      limit: MAX_DOCUMENTS,
      count: () => countRows(held),
      refusal: () => refused('order.document.tooMany', { max: MAX_DOCUMENTS }),
    });
    const same = await countRows(held.where('file_name', '=', fileName).where('sha256', '=', sha256));
    if (same > 0) throw refused('order.document.twice', { fileName });
    const { id } = await ctx.db
      .insertInto('order_document')
      .values({
        tenant_id: order.tenant_id,
        order_id: order.id,
        file_name: fileName,
        content_type: documentType(fileName),
        size_bytes: body.length,
        sha256,
        uploaded_by: ctx.actor.userCode,
        uploaded_at: ts(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ctx.db
      .insertInto('order_document_body')
      .values({ document_id: id, tenant_id: order.tenant_id, body })
      .execute();
    await writeAudit(ctx, {
      entity: 'orderDocument',
      entityId: String(id),
      action: 'upload',
      tenantId: order.tenant_id,
      after: { orderNo: order.order_no, ...about },
    });
    return {
      orderDocumentId: String(id),
      fileName,
      sizeBytes: body.length,
      uploaderName: ctx.actor.userCode,
      uploadTime: now,
    };
  });
}

/** A document as it was uploaded; always as a file to keep, never as a page. */
export async function downloadDocument({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: { orderDocumentId: number };
}): Promise<StreamAnswer> {
  const row = await ctx.db
    .selectFrom('order_document as d')
    .innerJoin('order_document_body as b', 'b.document_id', 'd.id')
    .select(['d.file_name', 'b.body'])
    .where('d.id', '=', input.orderDocumentId)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return streamAnswer({
    body: Readable.from([row.body]),
    contentType: 'application/octet-stream',
    fileName: row.file_name,
  });
}

/** Removes a document of an order. */
export async function removeDocument({ ctx, input }: { ctx: Ctx; input: { orderDocumentId: number } }): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const row = await ctx.db
      .deleteFrom('order_document')
      .where('id', '=', input.orderDocumentId)
      .returning(['id', 'tenant_id', 'file_name', 'size_bytes', 'sha256'])
      .executeTakeFirst();
    if (row === undefined) throw notFound();
    await writeAudit(ctx, {
      entity: 'orderDocument',
      entityId: String(row.id),
      action: 'delete',
      tenantId: row.tenant_id,
      before: { fileName: row.file_name, sizeBytes: row.size_bytes, sha256: row.sha256 },
    });
    return null;
  });
}

// unscoped: The exceptions were found by `ctx.db` before and are addressed by id; people are users of the tenant of the row, and live
// events name their tenant.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { maxComment } from '#domain/exceptions/causes.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { findException, insertComment, lockComment, markComment, usersWhoSee } from './queries.ts';

type Reported = { tenantId: number; exceptionId: number; commentId: number; mentions: readonly string[] };

/** Tells browsers of the tenant; anyone who is mentioned finds their own code in it. */
const notify = (ctx: Ctx, reported: Reported): Promise<void> =>
  publish(ctx.unscoped, {
    tenantId: reported.tenantId,
    topic: 'exceptionComment',
    payload: {
      obmAutotestResultId: String(reported.exceptionId),
      exceptionCommentId: String(reported.commentId),
      mentions: reported.mentions,
      by: ctx.actor.userCode,
      byName: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
    },
  });

/** Adds a comment; only people who may see the exception can be mentioned. */
export async function addComment({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'addExceptionComment'>;
}): Promise<CallData<'addExceptionComment'>> {
  const body = input.body?.trim() ?? '';
  if (body === '') throw refused('handling.commentEmpty');
  if ([...body].length > maxComment) throw refused('handling.commentTooLong', { max: maxComment });
  const mentions = [...new Set(input.mentions ?? [])];
  return ctx.unscoped.transaction(async () => {
    const row = await findException(ctx, input.obmAutotestResultId);
    if (row === undefined) throw notFound('exception.notFound');
    const known = await usersWhoSee(ctx, row.tenant_id, mentions);
    const stranger = mentions.find((code) => !known.has(code));
    if (stranger !== undefined) throw refused('handling.mentionUnknown', { userCode: stranger });
    const id = await insertComment(ctx, { tenantId: row.tenant_id, exceptionId: row.id, body, mentions });
    await writeAudit(ctx, {
      entity: 'exception_comment',
      entityId: String(id),
      action: 'add',
      tenantId: row.tenant_id,
      after: { exception_id: row.id, body, mentions },
    });
    await notify(ctx, { tenantId: row.tenant_id, exceptionId: row.id, commentId: id, mentions });
    return { exceptionCommentId: String(id) };
  });
}

/** Takes an own comment back, or restores it. */
export async function removeComment({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'removeExceptionComment'>;
}): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const comment = await lockComment(ctx, input.exceptionCommentId);
    if (comment === undefined || comment.author_code !== ctx.actor.userCode) throw notFound();
    const removed = input.isDelete === 1;
    if ((comment.removed_at !== null) === removed) return null;
    await markComment(ctx, comment.id, removed);
    await writeAudit(ctx, {
      entity: 'exception_comment',
      entityId: String(comment.id),
      action: removed ? 'delete' : 'restore',
      tenantId: comment.tenant_id,
      before: { body: comment.body },
    });
    await notify(ctx, {
      tenantId: comment.tenant_id,
      exceptionId: comment.exception_id,
      commentId: comment.id,
      mentions: [],
    });
    return null;
  });
}

// unscoped: The row was found by `ctx.db` before; what follows addresses it by id, and live events name their tenant.
import { sql, type SqlBool } from 'kysely';
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { outboxList } from '#lists/outbox.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import { enqueueNotifications, notificationTask } from './notification-task.ts';
import { linkOf, presentNotification, reasonText, shownNotifications, type Names } from './present.ts';
import { setState } from './queries.ts';

/** Notifications of the caller's tenants. */
export const outboxSource = (names: () => Names): ListSource =>
  listSource(outboxList, {
    from: (ctx) => ctx.db.selectFrom('notification as n'),
    id: 'n.id',
    columns: {
      createTime: 'n.created_at',
      causeTime: 'n.cause_at',
      sentTime: 'n.sent_at',
      nextAttemptTime: 'n.next_attempt_at',
      attempts: 'n.attempts',
      state: 'n.state',
      feedbackType: 'n.feedback_type',
      wlFeedbackId: 'n.feedback_id',
    },
    where: {
      keyword: (keyword: string) => {
        const like = containingPattern(keyword);
        return sql<SqlBool>`(n.feedback_name ilike ${like} or n.address ilike ${like} or n.subject ilike ${like}
          or n.content ilike ${like} or n.webhook_id = ${keyword})`;
      },
    },
    deepest: 100_000,
    load: async (ctx, ids) => {
      const rows = await shownNotifications(ctx).where('id', 'in', ids).execute();
      return rows.map((row) => presentNotification(row, ctx.lang, names()));
    },
  });

/** A notification within the caller's tenants. */
export async function getVisible(ctx: Ctx, id: number) {
  const row = await ctx.db.selectFrom('notification').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

/** One notification with every attempt to send it. */
export async function getNotification({
  ctx,
  input,
  names,
}: {
  ctx: Ctx;
  input: ParsedQuery<'outboxGet'>;
  names: Names;
}): Promise<CallData<'outboxGet'>> {
  const found = await shownNotifications(ctx)
    .select(['content', 'webhook_id as webhookId', 'facts'])
    .where('id', '=', input.notificationId)
    .executeTakeFirst();
  if (found === undefined) throw notFound();
  const { content, webhookId, facts, ...row } = found;
  const attempts = await ctx.db
    .selectFrom('notification_attempt')
    .select(['number', 'started_at as time', 'result', 'reason', 'response_code as responseCode', 'detail', 'address'])
    .select(['duration_ms as durationMs', 'actor_code as actorCode'])
    .where('notification_id', '=', row.id)
    .orderBy('number', 'desc')
    .limit(200)
    .execute();
  return {
    ...presentNotification(row, ctx.lang, names),
    content,
    webhookId,
    link: linkOf(facts),
    attemptList: attempts.map(({ reason, ...attempt }) => ({ ...attempt, reasonText: reasonText(reason, ctx.lang) })),
  };
}

/** Removes the dead letters of notifications that are sent again: their tasks wait again. */
async function removeDeadLetters(queue: Queue, ids: ReadonlySet<string>): Promise<void> {
  const dead = await queue.list({ kind: notificationTask.kind, status: 'dead', limit: 10_000 });
  const mine = dead.filter((task) => task.singletonKey !== null && ids.has(task.singletonKey)).map((task) => task.id);
  if (mine.length > 0) await queue.removeDead({ kind: notificationTask.kind, ids: mine });
}

/**
 * Sends notifications again as new attempts under the same webhook id, with fresh retries. What still waits for its
 * first attempt is left alone; what the caller may not see is refused as not there.
 */
export async function replayNotifications({
  ctx,
  input,
  queue,
}: {
  ctx: Ctx;
  input: ParsedBody<'outboxReplay'>;
  queue: Queue;
}): Promise<CallData<'outboxReplay'>> {
  const ids = [...new Set(input.notificationIds)].sort((a, b) => a - b);
  return ctx.unscoped.transaction(async () => {
    const rows = await ctx.db
      .selectFrom('notification')
      .select(['id', 'tenant_id', 'state', 'webhook_id', 'attempts'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (rows.length < ids.length) throw notFound();
    const again = rows.filter((row) => row.state !== 'waiting');
    const at = ctx.clock.now();
    for (const row of again) {
      await setState(ctx.unscoped, row.id, { state: 'waiting', reason: null, next: at, at });
      await writeAudit(ctx, {
        entity: 'notification',
        entityId: String(row.id),
        action: 'replay',
        tenantId: row.tenant_id,
        before: { state: row.state, attempts: row.attempts },
        after: { state: 'waiting', webhookId: row.webhook_id },
      });
    }
    const replayed = again.map((row) => row.id);
    await removeDeadLetters(queue, new Set(replayed.map(String)));
    await enqueueNotifications(queue, replayed, { actorCode: ctx.actor.userCode, priority: 80 });
    for (const tenantId of new Set(again.map((row) => row.tenant_id)))
      await publish(ctx.unscoped, { tenantId, topic: 'outbox', payload: { replayed: again.length } });
    return { queued: again.length, skipped: rows.length - again.length };
  });
}

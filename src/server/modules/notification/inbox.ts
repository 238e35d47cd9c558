import { sql, type SqlBool } from 'kysely';
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Actor, Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { linkOf, tenantName, type Names } from './present.ts';

const keptDays = 30;

/** Messages that name this user, or everybody of a tenant the user may see. */
const messagesOf = (ctx: Ctx, user: Actor & { kind: 'user' }) =>
  ctx.db
    .selectFrom('notification')
    .where('feedback_type', '=', 'IN_APP')
    .where('state', '=', 'sent')
    .where('sent_at', '>=', ts(ctx.clock.now() - keptDays * 86_400_000))
    .where(
      sql<SqlBool>`regexp_split_to_array(lower(address), '[\\s,;]+') && ${['*', user.userCode.toLowerCase()]}::text[]`,
    );

/** Messages within the product for the caller, newest first, with how many are unread. */
export async function getInbox({
  ctx,
  input,
  names,
}: {
  ctx: Ctx;
  input: ParsedQuery<'inboxQuery'>;
  names: Names;
}): Promise<CallData<'inboxQuery'>> {
  const { actor } = ctx;
  if (actor.kind !== 'user') return { unread: 0, messages: [] };
  const rows = await messagesOf(ctx, actor)
    .select(['id', 'tenant_id', 'subject', 'content', 'facts', 'sent_at', 'created_at'])
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  const ids = rows.map((row) => row.id);
  const read = new Set(
    ids.length === 0
      ? []
      : (
          await ctx.db
            .selectFrom('notification_reader')
            .select('notification_id')
            .where('user_id', '=', actor.userId)
            .where('notification_id', 'in', ids)
            .execute()
        ).map((row) => row.notification_id),
  );
  return {
    unread: rows.filter((row) => !read.has(row.id)).length,
    messages: rows.slice(0, input.pageSize).map((row) => ({
      notificationId: String(row.id),
      tenantName: tenantName(row.tenant_id, ctx.lang, names),
      subject: row.subject,
      content: row.content,
      link: linkOf(row.facts),
      time: row.sent_at ?? row.created_at,
      read: read.has(row.id),
    })),
  };
}

/** Marks messages of the caller as read; those of others are passed over. */
export async function readInbox({ ctx, input }: { ctx: Ctx; input: ParsedBody<'inboxRead'> }): Promise<null> {
  const { actor } = ctx;
  if (actor.kind !== 'user') return null;
  let mine = messagesOf(ctx, actor).select(['id', 'tenant_id']);
  if (input.notificationIds != null) {
    if (input.notificationIds.length === 0) return null;
    mine = mine.where('id', 'in', input.notificationIds);
  }
  const rows = await mine.limit(1000).execute();
  if (rows.length === 0) return null;
  await ctx.db
    .insertInto('notification_reader')
    .values(
      rows.map((row) => ({
        tenant_id: row.tenant_id,
        notification_id: row.id,
        user_id: actor.userId,
        read_at: ts(realClock.now()),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return null;
}

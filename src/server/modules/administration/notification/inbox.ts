import { sql, type SqlBool } from 'kysely';
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Actor, Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { tenantName } from '#server/modules/administration/masterdata/index.ts';
import { linkOf, type Names } from './present.ts';

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

type Message = {
  id: number;
  tenant_id: number;
  subject: string | null;
  content: string;
  facts: unknown;
  sent_at: Instant | null;
  created_at: Instant;
  outage: string | null;
  cause_status: string;
};

const timeOf = (row: Message): Instant => row.sent_at ?? row.created_at;

/** Messages that a caller reads as one: who sees all tenants is notified of an outage once, by the message that came first. */
const together = (ctx: Ctx, rows: readonly Message[]): Message[][] => [
  ...Map.groupBy(rows, ({ id, outage, cause_status: status }) =>
    ctx.scope.kind === 'all' && outage !== null ? `${outage} ${status}` : String(id),
  ).values(),
];

/** What one outage says to who sees all tenants: which of them it concerns, and where the whole incident is. */
function outageWords(ctx: Ctx, first: Message, rows: readonly Message[], names: Names) {
  const [incidentId = ''] = (first.outage ?? '').split('/');
  const tenants = new Set(rows.toReversed().map((row) => tenantName(row.tenant_id, ctx.lang, names)));
  const named = [...tenants].slice(0, 20).join(ctx.lang === 'zh' ? '、' : ', ');
  return {
    tenantName: serverText('incident.tenants', { count: tenants.size }, ctx.lang),
    content: serverText('incident.outage', { count: tenants.size, tenants: named }, ctx.lang),
    link: `/exception-manage?incidentId=${incidentId}`,
  };
}

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
    .select(['id', 'tenant_id', 'subject', 'content', 'facts', 'sent_at', 'created_at', 'outage', 'cause_status'])
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
  const shown = together(ctx, rows)
    .map((group) => ({ row: itemAt(group, group.length - 1), group }))
    .sort((a, b) => timeOf(b.row) - timeOf(a.row));
  return {
    unread: shown.filter(({ row }) => !read.has(row.id)).length,
    messages: shown.slice(0, input.pageSize).map(({ row, group }) => ({
      notificationId: String(row.id),
      tenantName: tenantName(row.tenant_id, ctx.lang, names),
      subject: row.subject,
      content: row.content,
      link: linkOf(row.facts),
      time: timeOf(row),
      read: read.has(row.id),
      ...(group.length > 1 && outageWords(ctx, row, group, names)),
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

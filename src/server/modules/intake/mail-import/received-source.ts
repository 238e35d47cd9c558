import { sql, type SqlBool } from 'kysely';
import { receivedMailsList } from '#lists/received-mails.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import type { ListRow } from '#shared/list/declare.ts';
import { mailReason } from './answer-mail.ts';

/** A mail as lists show it. */
export type MailRow = ListRow<typeof receivedMailsList>;

/** Mails by id as they travel, of the caller's tenants. */
export async function loadMails(ctx: Ctx, ids: readonly number[]): Promise<MailRow[]> {
  const rows = await ctx.db
    .selectFrom('received_mail as m')
    .innerJoin('tenant as t', 't.id', 'm.tenant_id')
    .select(['m.id', 'm.received_at as receivedTime', 'm.state', 'm.reason', 'm.sender', 'm.subject', 'm.sheets'])
    .select(['m.taken', 'm.unchanged', 'm.refused', 'm.answer_state as answer'])
    .select(['t.name as tenantName', 't.name_en as tenantNameEn'])
    .where('m.id', 'in', ids)
    .execute();
  return rows.map(({ id, tenantNameEn, ...row }) => ({
    ...row,
    mailId: String(id),
    reason: mailReason(row.reason, ctx.lang),
    tenantName: (ctx.lang === 'en' ? tenantNameEn : null) ?? row.tenantName,
  }));
}

function withKeyword(keyword: string, ctx: Ctx) {
  const pattern = containingPattern(keyword);
  const named = ctx.db.selectFrom('mail_sheet').select('mail_id').where('name', 'ilike', pattern);
  return sql<SqlBool>`(m.sender ilike ${pattern} or m.subject ilike ${pattern} or m.id in ${named})`;
}

/** Mails that the caller's tenants received. */
export const receivedMailsSource: ListSource = listSource(receivedMailsList, {
  from: (ctx) => ctx.db.selectFrom('received_mail as m'),
  id: 'm.id',
  columns: { receivedTime: 'm.received_at', received: 'm.received_at', state: 'm.state', mailId: 'm.id' },
  where: { keyword: withKeyword },
  load: loadMails,
});

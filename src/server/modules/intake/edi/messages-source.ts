import { sql, type SqlBool } from 'kysely';
import type { EdiMessageRow } from '#contract/intake/edi.ts';
import { ediMessagesList } from '#lists/edi-messages.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import { listMessagesById } from './list-queries.ts';
import { presentMessage } from './present.ts';

/** Messages of these partners, of those the caller may see. */
const ofPartners = (codes: readonly string[], ctx: Ctx) =>
  sql<SqlBool>`m.partner_id in ${ctx.db.selectFrom('edi_partner').select('id').where('partner_code', 'in', codes)}`;

function withKeyword(keyword: string, ctx: Ctx) {
  const code = keyword.toUpperCase().replace(/\s+/g, '');
  const pattern = containingPattern(keyword);
  const tied = ctx.db.selectFrom('edi_reference').select('message_id').where('reference', '=', code);
  return sql<SqlBool>`(m.id in ${tied} or m.control_ref = ${keyword} or m.document_no = ${keyword}
    or f.name ilike ${pattern} or m.sender ilike ${pattern})`;
}

/** EDI messages of the caller's tenants. */
export const ediMessagesSource: ListSource = listSource(ediMessagesList, {
  from: (ctx) => ctx.db.selectFrom('edi_message as m').innerJoin('edi_file as f', 'f.id', 'm.file_id'),
  id: 'm.id',
  columns: {
    receivedTime: 'm.received_at',
    received: 'm.received_at',
    state: 'm.state',
    messageType: 'm.message_type',
    direction: 'm.direction',
  },
  where: {
    partner: ofPartners,
    reason: (codes: string[]) => sql<SqlBool>`m.reasons && ${codes}::text[]`,
    keyword: withKeyword,
  },
  cells: { reasons: (row) => (row['reasons'] as EdiMessageRow['reasons']).map(({ text }) => text).join(' · ') },
  load: async (ctx, ids) => (await listMessagesById(ctx, ids)).map((row) => presentMessage(row, ctx)),
});

// unscoped: Partners and files of EDI are shared by tenants; the message was found by `ctx.db` before, and its parts are addressed by id.
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { MessageRow } from './present.ts';

const messages = (ctx: Ctx) =>
  ctx.db
    .selectFrom('edi_message as m')
    .innerJoin('edi_file as f', 'f.id', 'm.file_id')
    .select(['m.id', 'm.direction', 'm.state', 'f.way', 'f.name as fileName', 'm.message_type as messageType'])
    .select(['m.message_version as messageVersion', 'm.sender', 'm.receiver', 'm.control_ref as controlRef'])
    .select(['m.message_ref as messageRef', 'm.document_no as documentNo', 'm.received_at as receivedTime'])
    .select(['m.events', 'm.applied', 'm.waiting', 'm.refused_events as refusedEvents'])
    .select(['m.problem_count as problemCount', 'm.reasons', 'm.duplicate_of as duplicateOf'])
    .select(['m.partner_id as partnerId', 'm.tenant_id as tenantId']);

type Found = Omit<MessageRow, 'partnerCode' | 'partnerName' | 'tenantName'> & {
  partnerId: number | null;
  tenantId: number | null;
};

/** Names of partners and tenants beside the rows that were found within the caller's tenants. */
async function withNames(ctx: Ctx, rows: readonly Found[]): Promise<MessageRow[]> {
  const ids = (pick: (row: Found) => number | null): number[] => [
    ...new Set(rows.map(pick).filter((id): id is number => id !== null)),
  ];
  const [partners, tenants] = await Promise.all([
    ctx.unscoped.query<{ id: number; partner_code: string; partner_name: string }>(
      'select id, partner_code, partner_name from edi_partner where id = any($1)',
      [ids((row) => row.partnerId)],
    ),
    ctx.unscoped.query<{ id: number; name: string; name_en: string | null }>(
      'select id, name, name_en from tenant where id = any($1)',
      [ids((row) => row.tenantId)],
    ),
  ]);
  const partnerOf = new Map(partners.map((partner) => [partner.id, partner]));
  const tenantOf = new Map(
    tenants.map((tenant) => [tenant.id, (ctx.lang === 'en' ? tenant.name_en : null) ?? tenant.name]),
  );
  return rows.map(({ partnerId, tenantId, ...row }) => ({
    ...row,
    partnerCode: partnerOf.get(partnerId ?? 0)?.partner_code ?? null,
    partnerName: partnerOf.get(partnerId ?? 0)?.partner_name ?? null,
    tenantName: tenantOf.get(tenantId ?? 0) ?? null,
  }));
}

/** Messages by their ids, in the order of the file; those the caller may not see are left out. */
export async function listMessagesById(ctx: Ctx, ids: readonly number[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  const rows = await messages(ctx).where('m.id', 'in', ids).orderBy('m.id').execute();
  return withNames(ctx, rows);
}

/** Ids of the messages of a file, the first 200. */
export async function idsOfFile(ctx: Ctx, fileId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('edi_message')
    .select('id')
    .where('file_id', '=', fileId)
    .orderBy('ordinal')
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}

/** What is counted of the messages of a stretch of time. */
export type StatRow = {
  state: string;
  message_type: string | null;
  reasons: string[];
  n: number;
  events: number;
  applied: number;
  waiting: number;
  refused_events: number;
};

/** Messages since a moment, counted by state, type and reasons. */
export async function countMessages(ctx: Ctx, since: Instant): Promise<StatRow[]> {
  return ctx.db
    .selectFrom('edi_message')
    .select((select) => [
      'state',
      'message_type',
      'reasons',
      select.fn.countAll<number>().as('n'),
      select.fn.sum<number>('events').as('events'),
      select.fn.sum<number>('applied').as('applied'),
      select.fn.sum<number>('waiting').as('waiting'),
      select.fn.sum<number>('refused_events').as('refused_events'),
    ])
    .where('received_at', '>=', ts(since))
    .groupBy(['state', 'message_type', 'reasons'])
    .execute();
}

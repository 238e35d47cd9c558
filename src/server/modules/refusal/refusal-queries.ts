import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Refusals of one origin that count as one line: an origin is a source, a partner of EDI, or somebody's name. */
export type CountedRow = {
  via: string;
  source_id: number | null;
  sender: string | null;
  reason: string;
  n: number;
  last: Instant;
};

/** Kept refusals, counted. */
const countKept = (ctx: Ctx, since: Instant) =>
  ctx.db
    .selectFrom('refusal')
    .select((select) => [
      'via',
      'source_id',
      sql<string | null>`null`.as('sender'),
      'reason',
      select.fn.countAll<number>().as('n'),
      select.fn.max('at').as('last'),
    ])
    .where('at', '>=', ts(since))
    .groupBy(['via', 'source_id', 'reason'])
    .execute();

/** Those that were only counted. */
const countTallied = (ctx: Ctx, since: Instant) =>
  ctx.db
    .selectFrom('refusal_tally')
    .select((select) => [
      'via',
      'source_id',
      'sender',
      'reason',
      select.fn.sum<number>('n').as('n'),
      select.fn.max('last_at').as('last'),
    ])
    .where('last_at', '>=', ts(since))
    .groupBy(['via', 'source_id', 'sender', 'reason'])
    .execute();

/** Received messages of EDI of which something was not taken, by partner and reason. */
const countEdi = (ctx: Ctx, since: Instant) =>
  ctx.db
    .selectFrom('edi_message as m')
    .leftJoin('edi_partner as p', 'p.id', 'm.partner_id')
    .select((select) => [
      sql<string>`'edi'`.as('via'),
      sql<number | null>`null`.as('source_id'),
      'p.partner_code as sender',
      sql<string>`unnest(m.reasons)`.as('reason'),
      select.fn.countAll<number>().as('n'),
      select.fn.max('m.received_at').as('last'),
    ])
    .where('m.received_at', '>=', ts(since))
    .where('m.direction', '=', 'in')
    .where('m.state', '<>', 'duplicate')
    .groupBy(['p.partner_code', sql`unnest(m.reasons)`])
    .execute();

/** Everything refused since a moment within the caller's tenants, counted by way, origin and reason. */
export async function countRefused(ctx: Ctx, since: Instant): Promise<CountedRow[]> {
  const rows = await Promise.all([countKept(ctx, since), countTallied(ctx, since), countEdi(ctx, since)]);
  return rows.flat().map((row) => ({ ...row, n: Number(row.n) })) as CountedRow[];
}

/** Names of sources, and of partners by their codes. */
export async function namesOf(ctx: Ctx): Promise<{
  sources: Map<number, { code: string; name_cn: string; name_en: string }>;
  partners: Map<string, string>;
}> {
  const [sources, partners] = await Promise.all([
    ctx.database.query<{ id: number; code: string; name_cn: string; name_en: string }>(
      'select id, code, name_cn, name_en from source',
    ),
    ctx.db.selectFrom('edi_partner').select(['partner_code', 'partner_name']).execute(),
  ]);
  return {
    sources: new Map(sources.map((source) => [source.id, source])),
    partners: new Map(partners.map((partner) => [partner.partner_code, partner.partner_name])),
  };
}

/** One refusal, or the count of an hour. */
export type RefusedItem = {
  at: Instant;
  n: number;
  field: string | null;
  sample: string | null;
  subject: string | null;
  subscription_id: number | null;
  message_id: number | null;
};

type Wanted = { via: string; sourceId: number | null; sender: string | null; reason: string };

/** The newest kept refusals of a group. */
export async function listKept(ctx: Ctx, of: Wanted, since: Instant, limit: number): Promise<RefusedItem[]> {
  const rows = await ctx.db
    .selectFrom('refusal as r')
    .leftJoin('subscription as s', 's.id', 'r.subscription_id')
    .select((select) => [
      'r.at',
      sql<number>`1`.as('n'),
      sql<string | null>`r.detail->>'field'`.as('field'),
      'r.sample',
      sql<string | null>`coalesce(s.bill_no, s.container_no, r.detail->>'subjectNo', r.detail->>'eventId')`.as(
        'subject',
      ),
      'r.subscription_id',
      select.lit(null).as('message_id'),
    ])
    .where('r.at', '>=', ts(since))
    .where('r.via', '=', of.via)
    .where('r.reason', '=', of.reason)
    .where('r.source_id', of.sourceId === null ? 'is' : '=', of.sourceId)
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
  return rows as unknown as RefusedItem[];
}

/** The newest hours of a group that is only counted. */
export async function listTallied(ctx: Ctx, of: Wanted, since: Instant, limit: number): Promise<RefusedItem[]> {
  const rows = await ctx.db
    .selectFrom('refusal_tally')
    .select((select) => [
      'last_at as at',
      'n',
      'field',
      'sample',
      select.lit(null).as('subject'),
      select.lit(null).as('subscription_id'),
      select.lit(null).as('message_id'),
    ])
    .where('last_at', '>=', ts(since))
    .where('via', '=', of.via)
    .where('reason', '=', of.reason)
    .where('source_id', of.sourceId === null ? 'is' : '=', of.sourceId)
    .where('sender', '=', of.sender ?? '')
    .orderBy('last_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, n: Number(row.n) })) as unknown as RefusedItem[];
}

/** The newest messages of EDI that have a reason. */
export async function listEdi(ctx: Ctx, of: Wanted, since: Instant, limit: number): Promise<RefusedItem[]> {
  const rows = await ctx.db
    .selectFrom('edi_message as m')
    .leftJoin('edi_partner as p', 'p.id', 'm.partner_id')
    .select((select) => [
      'm.received_at as at',
      sql<number>`1`.as('n'),
      select.lit(null).as('field'),
      select.lit(null).as('sample'),
      sql<string | null>`coalesce(m.document_no, m.message_ref)`.as('subject'),
      select.lit(null).as('subscription_id'),
      'm.id as message_id',
    ])
    .where('m.received_at', '>=', ts(since))
    .where('m.direction', '=', 'in')
    .where('m.state', '<>', 'duplicate')
    .where(sql<boolean>`${of.reason} = any(m.reasons)`)
    .where('p.partner_code', of.sender === null ? 'is' : '=', of.sender)
    .orderBy('m.received_at', 'desc')
    .limit(limit)
    .execute();
  return rows as unknown as RefusedItem[];
}

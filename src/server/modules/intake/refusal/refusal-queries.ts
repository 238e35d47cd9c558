// unscoped: A push names its source by the key it came with: tenants follow from the subscriptions that the message matches.
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

/** Bookings come from the order system of a tenant: that is who sent them. */
const orderSystem = sql<boolean>`t.id = r.tenant_id and r.via = 'feed'`;

/** Kept refusals, counted. */
const countStored = (ctx: Ctx, since: Instant) =>
  ctx.db
    .selectFrom('refusal as r')
    .leftJoin('tenant as t', (join) => join.on(orderSystem))
    .select((select) => [
      'r.via',
      'r.source_id',
      't.code as sender',
      'r.reason',
      select.fn.countAll<number>().as('n'),
      select.fn.max('r.at').as('last'),
    ])
    .where('r.at', '>=', ts(since))
    .groupBy(['r.via', 'r.source_id', 't.code', 'r.reason'])
    .execute();

/** Those that were only counted. */
const countTallied = (ctx: Ctx, since: Instant) =>
  ctx.db
    .selectFrom('refusal_tally as r')
    .leftJoin('tenant as t', (join) => join.on(orderSystem))
    .select((select) => [
      'r.via',
      'r.source_id',
      sql<string>`coalesce(t.code, r.sender)`.as('sender'),
      'r.reason',
      select.fn.sum<number>('r.n').as('n'),
      select.fn.max('r.last_at').as('last'),
    ])
    .where('r.last_at', '>=', ts(since))
    .groupBy(['r.via', 'r.source_id', 't.code', 'r.sender', 'r.reason'])
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
  const rows = await Promise.all([countStored(ctx, since), countTallied(ctx, since), countEdi(ctx, since)]);
  return rows.flat().map((row) => ({ ...row, n: Number(row.n) }));
}

/** Names of sources, and of partners, tenants and carriers by their codes. */
export async function namesOf(ctx: Ctx): Promise<{
  sources: Map<number, { code: string; name_cn: string; name_en: string }>;
  partners: Map<string, string>;
  tenants: Map<string, { name: string; name_en: string | null }>;
  carriers: Map<string, { name_cn: string | null; name_en: string }>;
}> {
  const [sources, partners, tenants, carriers] = await Promise.all([
    ctx.unscoped.query<{ id: number; code: string; name_cn: string; name_en: string }>(
      'select id, code, name_cn, name_en from source',
    ),
    ctx.db.selectFrom('edi_partner').select(['partner_code', 'partner_name']).execute(),
    ctx.db.selectFrom('tenant').select(['code', 'name', 'name_en']).execute(),
    ctx.db.selectFrom('md_carrier').select(['code', 'name_cn', 'name_en']).execute(),
  ]);
  return {
    sources: new Map(sources.map((source) => [source.id, source])),
    partners: new Map(partners.map((partner) => [partner.partner_code, partner.partner_name])),
    tenants: new Map(tenants.map((tenant) => [tenant.code, tenant])),
    carriers: new Map(carriers.map((carrier) => [carrier.code, carrier])),
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

/** The newest kept refusals of a group; only those of order systems have a sender. */
export async function listStored(ctx: Ctx, of: Wanted, since: Instant, limit: number): Promise<RefusedItem[]> {
  const rows = await ctx.db
    .selectFrom('refusal as r')
    .leftJoin('subscription as s', 's.id', 'r.subscription_id')
    .leftJoin('tenant as t', (join) => join.on(orderSystem))
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
    .$if(of.sender !== null, (query) => query.where('t.code', '=', of.sender))
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
  return rows;
}

/** The newest hours of a group that is only counted. */
export async function listTallied(ctx: Ctx, of: Wanted, since: Instant, limit: number): Promise<RefusedItem[]> {
  const rows = await ctx.db
    .selectFrom('refusal_tally as r')
    .leftJoin('tenant as t', (join) => join.on(orderSystem))
    .select((select) => [
      'r.last_at as at',
      'r.n',
      'r.field',
      'r.sample',
      sql<string | null>`nullif(r.subject, '')`.as('subject'),
      select.lit(null).as('subscription_id'),
      select.lit(null).as('message_id'),
    ])
    .where('r.last_at', '>=', ts(since))
    .where('r.via', '=', of.via)
    .where('r.reason', '=', of.reason)
    .where('r.source_id', of.sourceId === null ? 'is' : '=', of.sourceId)
    .where(sql<boolean>`coalesce(t.code, r.sender) = ${of.sender ?? ''}`)
    .orderBy('r.last_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
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
  return rows;
}

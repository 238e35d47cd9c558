import { sql } from 'kysely';
import type { ParsedBody } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type PageWanted, rowsOf } from '#server/platform/page.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import type { IdStatement } from '#server/platform/sheet/index.ts';
import { recomputations } from '#server/modules/intake/recompute/index.ts';
import type { RunPartition } from '#server/platform/run/index.ts';
import type { Instant } from '#shared/time/instant.ts';

/** State of an unknown port: not decided yet, mapped to a port, or decided not to be a port. */
export type PortState = 'open' | 'mapped' | 'not_port';

/** How the record of a use has to be made by what is known now; compared with how it was made. */
const wantedText = `case p.state when 'mapped' then coalesce(p.status_code, m.code) when 'not_port' then '-' else '' end`;
const wanted = sql.raw<string>(wantedText);

/** Uses of the caller's tenants, counted per unknown port; those nobody of them has are left out. */
function countedUses(ctx: Ctx) {
  return ctx.db
    .selectFrom('unknown_port_use as u')
    .innerJoin('unknown_port as p', 'p.id', 'u.unknown_port_id')
    .leftJoin('md_port as m', 'm.id', 'p.port_id')
    .select((eb) => [
      'u.unknown_port_id',
      eb.fn.countAll<number>().as('shipments'),
      eb.fn.count<number>('u.tenant_id').distinct().as('tenants'),
      eb.fn.max('u.seen_at').as('last_seen_at'),
      sql<number>`count(*) filter (where u.resolution <> ${wanted})`.as('waiting'),
    ])
    .groupBy('u.unknown_port_id');
}

function portsOf(ctx: Ctx) {
  return ctx.db
    .selectFrom('unknown_port as p')
    .innerJoin('source as s', 's.id', 'p.source_id')
    .leftJoin('md_port as m', 'm.id', 'p.port_id')
    .innerJoin(countedUses(ctx).as('c'), 'c.unknown_port_id', 'p.id');
}

type Filter = Pick<ParsedBody<'unknownPortQuery'>, 'keyword' | 'kind' | 'state'>;

function filtered(ctx: Ctx, { keyword, kind, state }: Filter) {
  let query = portsOf(ctx);
  if (keyword !== undefined) {
    const part = containingPattern(keyword.toUpperCase());
    const named = ['p.raw_code', 'm.code', 's.code', 's.name_cn', 's.name_en'] as const;
    query = query.where((eb) => eb.or(named.map((column) => eb(eb.fn('upper', [column]), 'like', part))));
  }
  if (kind !== undefined) query = query.where(sql<string>`p.kind`, 'in', kind);
  if (state !== undefined) query = query.where(sql<string>`p.state`, 'in', state);
  return query;
}

const selected = (query: ReturnType<typeof portsOf>) =>
  query
    .select(['p.id', 'p.kind', 'p.raw_code as rawCode', 'p.status_code as statusCode', 'p.source_id as sourceId'])
    .select(['s.code as sourceCode', 's.carrier_code as carrierCode', 's.name_cn as nameCn', 's.name_en as nameEn'])
    .select(['p.state', 'm.code as portCode', 'p.first_seen_at as firstSeenTime', 'c.last_seen_at as lastSeenTime'])
    .select(['p.mapped_by as mappedBy', 'p.mapped_by_name as mappedByName', 'p.mapped_at as mapTime'])
    .select(['p.record_version as recordVersion', 'c.shipments', 'c.waiting', 'c.tenants']);

/** A stored unknown port with its source, and what the caller's tenants have of it. */
export type UnknownPortRow = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

/** What nobody has dealt with first, then by how many shipments name it. */
const inOrder = (query: ReturnType<typeof portsOf>) =>
  query
    .orderBy(sql`p.state = 'open'`, 'desc')
    .orderBy('c.shipments', 'desc')
    .orderBy('p.id');

/** Ids of all unknown ports that fit, in the order of the list. */
export const portIds = (ctx: Ctx, filter: Filter): IdStatement =>
  inOrder(filtered(ctx, filter)).select('p.id').compile();

/** A page of unknown ports in the order of the list. */
export async function queryPorts(
  ctx: Ctx,
  filter: Filter,
  page: PageWanted,
): Promise<{ rows: UnknownPortRow[]; total: number }> {
  const { limit, offset } = rowsOf(page);
  const total = await countRows(filtered(ctx, filter));
  const rows = await selected(inOrder(filtered(ctx, filter)))
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total };
}

/** Unknown ports by id, as far as the caller's tenants have them. */
export async function listPorts(ctx: Ctx, ids: readonly number[]): Promise<UnknownPortRow[]> {
  if (ids.length === 0) return [];
  return selected(portsOf(ctx).where('p.id', 'in', [...ids]))
    .orderBy('p.id')
    .execute();
}

/** A use with the subscription it is about. */
export type UseRow = Awaited<ReturnType<typeof listUses>>[number];

/** The newest uses of each of some unknown ports by the caller's tenants. */
export async function listUses(ctx: Ctx, ids: readonly number[], limit: number) {
  if (ids.length === 0) return [];
  const ranked = ctx.db
    .selectFrom('unknown_port_use as u')
    .select(['u.unknown_port_id', 'u.subscription_id', 'u.tenant_id', 'u.place', 'u.seen_at'])
    .select(
      sql<number>`row_number() over (partition by u.unknown_port_id order by u.seen_at desc, u.id desc)`.as('nth'),
    )
    .where('u.unknown_port_id', 'in', [...ids]);
  return ctx.db
    .selectFrom(ranked.as('r'))
    .innerJoin('subscription as b', 'b.id', 'r.subscription_id')
    .leftJoin('shipment as f', (join) =>
      join.onRef('f.subscription_id', '=', 'r.subscription_id').on('f.fused', '=', true),
    )
    .select(['r.unknown_port_id as unknownPortId', 'r.subscription_id as subscriptionId', 'r.tenant_id as tenantId'])
    .select(['r.place', 'r.seen_at as seenTime', 'b.container_no as ctnNo', 'f.id as shipmentId'])
    .select(['f.port_of_loading as portOfLoading', 'f.port_of_discharge as portOfDischarge'])
    .select((eb) => eb.fn.coalesce('b.bill_no', 'f.bill_no').as('blNo'))
    .where('r.nth', '<=', limit)
    .orderBy('r.unknown_port_id')
    .orderBy('r.seen_at', 'desc')
    .orderBy('r.subscription_id', 'desc')
    .execute();
}

/** What an operator says about an unknown port. */
export type Stating = {
  id: number;
  recordVersion: number;
  state: PortState;
  portId: number | null;
  statusCode: string | null;
  by: { code: string; name: string } | null;
};

/** Writes what an operator says; false when somebody else has changed the row meanwhile. */
export async function updatePort(database: Database, stating: Stating, now: Instant): Promise<boolean> {
  const { rowCount } = await database.execute(
    `update unknown_port set state = $3, port_id = $4, mapped_by = $5, mapped_by_name = $6, mapped_at = $7, status_code = $8,
       record_version = record_version + 1
     where id = $1 and record_version = $2`,
    [
      stating.id,
      stating.recordVersion,
      stating.state,
      stating.portId,
      stating.by?.code ?? null,
      stating.by?.name ?? null,
      stating.by === null ? null : new Date(now),
      stating.statusCode,
    ],
  );
  return rowCount > 0;
}

/** Open unknown ports that other sources write the same way. */
export async function listSameCode(database: Database, id: number): Promise<{ id: number; record_version: number }[]> {
  const { rows } = await database.execute<{ id: number; record_version: number }>(
    `select o.id, o.record_version from unknown_port p join unknown_port o on o.raw_code = p.raw_code and o.kind = p.kind and o.id <> p.id
     where p.id = $1 and o.state = 'open' order by o.id`,
    [id],
  );
  return rows;
}

/** How many subscriptions of all tenants name an unknown port. */
export async function countUses(database: Database, id: number): Promise<number> {
  const { rows } = await database.execute<{ n: number }>(
    'select count(*)::int as n from unknown_port_use where unknown_port_id = $1',
    [id],
  );
  return rows[0]?.n ?? 0;
}

/** The next subscriptions of a partition that name an unknown port. */
export async function nextUses(
  database: Database,
  id: number,
  { index, of, after }: RunPartition,
  limit: number,
): Promise<{ id: number }[]> {
  const { rows } = await database.execute<{ id: number }>(
    `select subscription_id as id from unknown_port_use where unknown_port_id = $1 and subscription_id > $2
       and subscription_id % $3 = $4
     order by subscription_id limit $5`,
    [id, after, of, index, limit],
  );
  return rows;
}

/** What of subscriptions one unknown port's source was requested. */
export async function listTargetIds(
  database: Database,
  unknownPortId: number,
  subscriptionIds: readonly number[],
): Promise<number[]> {
  const { rows } = await database.execute<{ id: number }>(
    `select ss.id from subscription_source ss join unknown_port p on p.source_id = ss.source_id
     where p.id = $1 and ss.subscription_id = any($2) order by ss.id`,
    [unknownPortId, subscriptionIds],
  );
  return rows.map((row) => row.id);
}

/**
 * Says that the records of subscriptions are as they have to be by now: one that could not be made again, since its
 * answer is not kept, is not requested again and again.
 */
export async function settleUses(
  database: Database,
  unknownPortId: number,
  subscriptionIds: readonly number[],
): Promise<void> {
  await database.execute(
    `update unknown_port_use u
     set resolution = ${wantedText}
     from unknown_port p left join md_port m on m.id = p.port_id
     where p.id = $1 and u.unknown_port_id = p.id and u.subscription_id = any($2)
       and u.resolution <> ${wantedText}`,
    [unknownPortId, subscriptionIds],
  );
}

/** Unknown ports some of whose records were made by what was known before, and that nobody is healing. */
export async function listUnsettled(database: Database): Promise<number[]> {
  const { rows } = await database.execute<{ id: number }>(
    `select distinct p.id from unknown_port p left join md_port m on m.id = p.port_id
     join unknown_port_use u on u.unknown_port_id = p.id
     where u.resolution <> ${wantedText}
       and not exists (select from run r where r.kind = '${recomputations.port.kind}' and r.subject = p.id::text and r.state = 'running')
     order by p.id`,
  );
  return rows.map((row) => row.id);
}

/** Codes nobody has dealt with that are still named, and that nobody is healing. */
export async function listOpenCodes(database: Database): Promise<{ id: number; raw_code: string }[]> {
  const { rows } = await database.execute<{ id: number; raw_code: string }>(
    `select p.id, p.raw_code from unknown_port p where p.state = 'open' and p.kind = 'port'
       and exists (select from unknown_port_use u where u.unknown_port_id = p.id)
       and not exists (select from run r where r.kind = '${recomputations.port.kind}' and r.subject = p.id::text and r.state = 'running')
     order by p.id`,
  );
  return rows;
}

/** The code of an unknown port that nobody has dealt with; undefined when somebody has. */
export async function findOpenCode(database: Database, id: number): Promise<string | undefined> {
  const { rows } = await database.execute<{ raw_code: string }>(
    `select raw_code from unknown_port where id = $1 and state = 'open' and kind = 'port'`,
    [id],
  );
  return rows[0]?.raw_code;
}

/** Forgets that subscriptions name an unknown port. */
export async function forgetUses(
  database: Database,
  unknownPortId: number,
  subscriptionIds: readonly number[],
): Promise<void> {
  await database.execute('delete from unknown_port_use where unknown_port_id = $1 and subscription_id = any($2)', [
    unknownPortId,
    subscriptionIds,
  ]);
}

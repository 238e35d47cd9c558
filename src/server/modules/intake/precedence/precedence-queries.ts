import type { PrecedenceOrders } from '#domain/intake/fusion/precedence-orders.ts';
import type { RunPartition } from '#server/platform/run/index.ts';
import type { FusionSubject } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { json } from '#server/platform/db/json.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A version that was saved. */
export type VersionRow = {
  version: number;
  orders: PrecedenceOrders;
  restoredFrom: number | null;
  remark: string | null;
  savedBy: string;
  savedByName: string;
  saveTime: Instant;
};

const versions = `select version, orders, restored_from as "restoredFrom", remark, saved_by as "savedBy", saved_by_name as "savedByName",
  saved_at as "saveTime" from fusion_precedence`;

/** Saved versions, newest first. */
export const listVersions = (database: Database, limit: number): Promise<VersionRow[]> =>
  database.query<VersionRow>(`${versions} order by version desc limit $1`, [limit]);

/** One version; undefined when there is none. */
export async function findVersion(database: Database, version: number): Promise<VersionRow | undefined> {
  const [row] = await database.query<VersionRow>(`${versions} where version = $1`, [version]);
  return row;
}

/** Writes the version after `base`; false when somebody else was faster. */
export async function insertVersion(
  database: Database,
  row: {
    base: number;
    orders: PrecedenceOrders;
    restoredFrom: number | null;
    remark: string | null;
    by: { code: string; name: string };
  },
  now: Instant,
): Promise<boolean> {
  const { rowCount } = await database.execute(
    `insert into fusion_precedence (version, orders, restored_from, remark, saved_by, saved_by_name, saved_at)
     select $1 + 1, $2::jsonb, $3, $4, $5, $6, $7
     where (select coalesce(max(version), 0) from fusion_precedence) = $1
     on conflict (version) do nothing`,
    [row.base, json(row.orders), row.restoredFrom, row.remark, row.by.code, row.by.name, new Date(now)],
  );
  return rowCount > 0;
}

/** Subscriptions of the caller's tenants that more than one source speaks about: only there trust decides anything. */
export async function listCandidates(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('shipment')
    .select('subscription_id')
    .where('fused', '=', false)
    .where('content', 'is not', null)
    .groupBy('subscription_id')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .orderBy('subscription_id')
    .execute();
  return rows.map((row) => row.subscription_id);
}

/** How many such subscriptions there are for all tenants. */
export async function countCandidates(database: Database): Promise<number> {
  const { rows } = await database.execute<{ n: number }>(
    `select count(*)::int as n from (
       select 1 from shipment where not fused and content is not null group by subscription_id having count(*) > 1) c`,
  );
  return rows[0]?.n ?? 0;
}

/** The next such subscriptions of a partition. */
export async function nextCandidates(
  database: Database,
  { index, of, after }: RunPartition,
  limit: number,
): Promise<{ id: number }[]> {
  const { rows } = await database.execute<{ id: number }>(
    `select subscription_id as id from shipment where not fused and content is not null and subscription_id > $1 and subscription_id % $2 = $3
     group by subscription_id having count(*) > 1 order by subscription_id limit $4`,
    [after, of, index, limit],
  );
  return rows;
}

/** A subscription as a preview needs it. */
export type PreviewSubject = FusionSubject & { billNo: string | null };

/** Subscriptions by id. */
export const listSubjects = (ctx: Ctx, ids: readonly number[]): Promise<PreviewSubject[]> =>
  ctx.db
    .selectFrom('subscription')
    .select(['id', 'tenant_id as tenantId', 'direction', 'bill_no as billNo', 'container_no as containerNo'])
    .select('source_type as sourceType')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();

import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { ReplayParams } from './replay-runs.ts';

/** What a run over many subscriptions is limited to. */
export type ManyParams = Pick<ReplayParams, 'carrierCode' | 'from' | 'to'>;

/** How many expert values runs have dropped that can still come back, by run. */
export async function countRestorable(database: Database, runIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await database.query<{ id: number; n: number }>(
    `select o.dropped_by_run as id, count(*) as n from field_override o
     where o.dropped_by_run = any($1) and o.dropped_at is not null and not exists (
       select from field_override c where c.subscription_id = o.subscription_id and c.path = o.path and c.dropped_at is null)
     group by 1`,
    [runIds],
  );
  return new Map(rows.map((row) => [row.id, Number(row.n)]));
}

/** Subscriptions of a tenant that a run over many is about, after the one it came to. */
export async function listReplaySubscriptions(
  database: Database,
  tenantId: number,
  params: ManyParams,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number }[]> {
  return database.query<{ id: number }>(
    `select id from subscription where tenant_id = $1 and id > $2 and ($3::text is null or carrier_code = $3)
       and ($4::timestamptz is null or subscribed_at >= $4) and ($5::timestamptz is null or subscribed_at < $5)
     order by id limit $6`,
    [tenantId, after, params.carrierCode ?? null, dateOf(params.from), dateOf(params.to), limit],
  );
}

const dateOf = (instant: number | undefined): Date | null => (instant === undefined ? null : new Date(instant));

/** How many subscriptions of each of the caller's tenants a run over many is about. */
export async function countReplay(
  ctx: Ctx,
  tenantIds: readonly number[] | undefined,
  params: ManyParams,
): Promise<{ tenant_id: number; n: number }[]> {
  let query = ctx.db.selectFrom('subscription').select((eb) => ['tenant_id', eb.fn.countAll<number>().as('n')]);
  if (tenantIds !== undefined) query = query.where('tenant_id', '=', sql<number>`any(${[...tenantIds]})`);
  if (params.carrierCode !== undefined) query = query.where('carrier_code', '=', params.carrierCode);
  if (params.from !== undefined) query = query.where('subscribed_at', '>=', ts(params.from));
  if (params.to !== undefined) query = query.where('subscribed_at', '<', ts(params.to));
  return query.groupBy('tenant_id').orderBy('tenant_id').execute();
}

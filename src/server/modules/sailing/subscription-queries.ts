import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A sailing as a carrier sells it at a port. */
export type SoldCall = { id: number; vessel_name: string; voyage: string; port_code: string };

/** Whether a carrier can be asked for schedules at all. */
export async function isAsked(ctx: Ctx, carrierCode: string): Promise<boolean> {
  const rows = await ctx.database.query('select 1 from sailing_source where carrier_code = $1 and enabled', [
    carrierCode,
  ]);
  return rows.length > 0;
}

/** The next call of a vessel on a voyage at a port that the carrier sells, by its own voyage number. */
export async function findSoldCall(
  ctx: Ctx,
  of: { carrierCode: string; vesselName: string; voyage: string; portCode: string; since: Instant },
): Promise<SoldCall | undefined> {
  const [row] = await ctx.database.query<SoldCall>(
    `select c.id, c.vessel_name, coalesce(nullif($3, ''), s ->> 'exportVoyage') as voyage, c.port_code
     from sailing_call c, jsonb_array_elements(c.sellers) s
     where s ->> 'carrierCode' = $1 and upper(c.vessel_name) = $2
       and $3 in (s ->> 'exportVoyage', s ->> 'importVoyage', c.export_voyage, c.import_voyage)
       and ($4 = '' or c.port_code = $4) and c.departs_at >= $5
     order by c.arrives_at limit 1`,
    [of.carrierCode, of.vesselName, of.voyage, of.portCode, new Date(of.since)],
  );
  return row;
}

/** Whether a carrier announces this vessel at all. */
export async function isAnnounced(ctx: Ctx, carrierCode: string, vesselName: string): Promise<boolean> {
  const rows = await ctx.database.query(
    `select 1 from sailing_call c where upper(vessel_name) = $2
       and exists (select from jsonb_array_elements(c.sellers) s where s ->> 'carrierCode' = $1) limit 1`,
    [carrierCode, vesselName],
  );
  return rows.length > 0;
}

/** The newest change there is of any call. */
export async function newestChange(ctx: Ctx): Promise<number> {
  const [row] = await ctx.database.query<{ id: number }>(
    'select coalesce(max(id), 0)::float8 as id from sailing_change',
  );
  return row?.id ?? 0;
}

/** Whether the tenant subscribes the call already. */
export async function isSubscribed(ctx: Ctx, callId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('sailing_subscription')
    .select('id')
    .where('call_id', '=', callId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Subscriptions within the caller's tenants that fit, the newest first, with the call as it is now. */
export const subscriptionsOf = (ctx: Ctx, keyword: string | undefined) => {
  const query = ctx.db
    .selectFrom('sailing_subscription as s')
    .innerJoin('sailing_call as c', 'c.id', 's.call_id')
    .innerJoin('tenant as t', 't.id', 's.tenant_id');
  if (keyword === undefined) return query;
  const like = `%${keyword.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`;
  return query.where((where) =>
    where.or([
      where('s.vessel_name', 'ilike', like),
      where('s.voyage', 'ilike', like),
      where('s.port_code', 'ilike', like),
    ]),
  );
};

/** One subscription of the caller's tenants, locked; undefined for none. */
export const findForUpdate = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('sailing_subscription').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Writes new days, or that it was cancelled. */
export const changeSubscription = (
  ctx: Ctx,
  id: number,
  values: { effective_on?: string; expires_on?: string; cancelledAt?: Instant },
) => {
  const { cancelledAt, ...days } = values;
  return ctx.db
    .updateTable('sailing_subscription')
    .set((eb) => ({
      ...days,
      ...(cancelledAt !== undefined && { cancelled_at: ts(cancelledAt) }),
      record_version: eb('record_version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
};

/** A change of a subscribed call. */
export type SubscribedChange = {
  subscription_id: number;
  id: number;
  at: Instant;
  field: string;
  old_value: string | null;
  new_value: string | null;
};

/** How the calls of these subscriptions changed since they were subscribed, the newest first. */
export function listChangesSince(ctx: Ctx, subscriptionIds: readonly number[]): Promise<SubscribedChange[]> {
  return ctx.database.query<SubscribedChange>(
    `select s.id as subscription_id, h.id, h.at, h.field, h.old_value, h.new_value
     from sailing_subscription s join sailing_change h on h.call_id = s.call_id and h.at >= s.created_at
     where s.id = any($1) order by h.at desc, h.id desc limit 2000`,
    [subscriptionIds],
  );
}

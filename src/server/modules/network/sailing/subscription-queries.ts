// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { ScheduleMode } from './source-queries.ts';
import type { SubscriptionKind } from './subscription-kind.ts';

/** A sailing as a carrier sells it at a port. */
export type SoldCall = { id: number; vessel_name: string; voyage: string; port_code: string };

/** Whether a carrier or an airline can be requested schedules at all. */
export async function isQueried(ctx: Ctx, mode: ScheduleMode, carrierCode: string): Promise<boolean> {
  const rows = await ctx.unscoped.query(
    'select 1 from sailing_source where mode = $1 and carrier_code = $2 and enabled',
    [mode, carrierCode],
  );
  return rows.length > 0;
}

/** The next call of a vessel on a voyage at a port that the carrier sells, by its own voyage number. */
export async function findSoldCall(
  ctx: Ctx,
  of: { carrierCode: string; vesselName: string; voyage: string; portCode: string; since: Instant },
): Promise<SoldCall | undefined> {
  const [row] = await ctx.unscoped.query<SoldCall>(
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

/** A call by its number, with a carrier that sells it and can be queried, her own first; only one that has not left long ago. */
export async function findCallById(
  ctx: Ctx,
  id: number,
  since: Instant,
): Promise<(SoldCall & { carrier_code: string | null }) | undefined> {
  const [row] = await ctx.unscoped.query<SoldCall & { carrier_code: string | null }>(
    `select c.id, q.carrier_code, c.vessel_name, c.port_code,
       coalesce(q.voyage, c.export_voyage, c.import_voyage, c.universal_voyage, '') as voyage
     from sailing_call c left join lateral (
       select s ->> 'carrierCode' as carrier_code, coalesce(s ->> 'exportVoyage', s ->> 'importVoyage') as voyage
       from jsonb_array_elements(c.sellers) s
       join sailing_source a on a.mode = 'sea' and a.enabled and a.carrier_code = s ->> 'carrierCode'
       order by (a.carrier_code = c.carrier_code) desc, a.carrier_code limit 1) q on true
     where c.id = $1 and c.departs_at >= $2`,
    [id, new Date(since)],
  );
  return row;
}

/** Whether a carrier announces this vessel at all. */
export async function isAnnounced(ctx: Ctx, carrierCode: string, vesselName: string): Promise<boolean> {
  const rows = await ctx.unscoped.query(
    `select 1 from sailing_call c where upper(vessel_name) = $2
       and exists (select from jsonb_array_elements(c.sellers) s where s ->> 'carrierCode' = $1) limit 1`,
    [carrierCode, vesselName],
  );
  return rows.length > 0;
}

/** The newest change of anything that can be subscribed. */
export async function newestChange(ctx: Ctx, { changes }: SubscriptionKind): Promise<number> {
  const [row] = await ctx.unscoped.query<{ id: number }>(`select coalesce(max(id), 0)::float8 as id from ${changes}`);
  return row?.id ?? 0;
}

/** The subscription of a tenant that was not cancelled, locked; it may have expired. */
export const findOpen = (ctx: Ctx, { subject }: SubscriptionKind, id: number, tenantId: number) =>
  ctx.db
    .selectFrom('sailing_subscription')
    .selectAll()
    .where(subject, '=', id)
    .where('tenant_id', '=', tenantId)
    .where('cancelled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** What is written of a subscription when it is made. */
type Made = {
  carrier_code: string;
  vessel_name: string;
  voyage: string;
  effective_on: string;
  expires_on: string;
  created_by: string;
  created_at: ReturnType<typeof ts>;
  told_change_id: number;
};

/** Starts an expired subscription again: its new owner is the caller, and changes count from now on. */
export const renewSubscription = (ctx: Ctx, id: number, made: Made) =>
  ctx.db
    .updateTable('sailing_subscription')
    .set((eb) => ({ ...made, record_version: eb('record_version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** One subscription of a kind and of the caller's tenants, locked; undefined for none. */
export const findForUpdate = (ctx: Ctx, { mode }: SubscriptionKind, id: number) =>
  ctx.db
    .selectFrom('sailing_subscription')
    .selectAll()
    .where('id', '=', id)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirst();

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

/** A change of what is subscribed. */
export type SubscribedChange = {
  subscription_id: number;
  id: number;
  at: Instant;
  field: string;
  old_value: string | null;
  new_value: string | null;
};

/** How a subscription and changes of what it is about belong together: those since it was made. */
const sinceMade = ({ subject }: SubscriptionKind): string => `h.${subject} = s.${subject} and h.at >= s.created_at`;

/** The newest changes of each of these subscriptions since it was made, and how many there were. */
export function listNewestChanges(
  ctx: Ctx,
  kind: SubscriptionKind,
  subscriptionIds: readonly number[],
  limit: number,
): Promise<(SubscribedChange & { n: number })[]> {
  return ctx.unscoped.query(
    `select s.id as subscription_id, c.id, c.at, c.field, c.old_value, c.new_value, c.n::float8 as n
     from sailing_subscription s cross join lateral (
       select h.id, h.at, h.field, h.old_value, h.new_value, count(*) over () as n
       from ${kind.changes} h where ${sinceMade(kind)} order by h.at desc, h.id desc limit ${limit}) c
     where s.id = any($1) order by c.at desc, c.id desc`,
    [subscriptionIds],
  );
}

/** All changes of what a subscription of the caller's tenants is about since it was made, the newest first; undefined for no subscription. */
export async function listChangesOf(
  ctx: Ctx,
  kind: SubscriptionKind,
  id: number,
  limit: number,
): Promise<SubscribedChange[] | undefined> {
  const own = await ctx.db
    .selectFrom('sailing_subscription')
    .select('id')
    .where('id', '=', id)
    .where('mode', '=', kind.mode)
    .executeTakeFirst();
  return own === undefined ? undefined : listNewestChanges(ctx, kind, [own.id], limit);
}

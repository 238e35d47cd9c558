// unscoped: The compiled statement has the scope of the caller as its parameter.
import { sql } from 'kysely';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { PresentableShipment } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { createShapeCache, slot } from '#server/platform/db/shape-cache.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A subscription as the list shows it. */
export type SubscriptionListRow = {
  id: number;
  tenant_id: number;
  subject: 'bill' | 'container';
  bill_no: string | null;
  container_no: string | null;
  mode: Mode;
  carrier_code: string;
  vessel_name: string | null;
  voyage: string | null;
  ended: boolean;
  channel: string;
  source_type: string;
  direction: string | null;
  shipment_id: number | null;
  has_data: boolean;
  subscribed_at: Instant;
  remark: string | null;
  record_version: number;
};

const cache = createShapeCache();

const subscriptionColumns = [
  'id',
  'tenant_id',
  'subject',
  'bill_no',
  'container_no',
  'mode',
  'carrier_code',
  'vessel_name',
  'voyage',
  'ended',
  'channel',
  'source_type',
  'direction',
  'shipment_id',
  'has_data',
  'subscribed_at',
  'remark',
  'record_version',
] as const;

const subscriptionsById = (ctx: Ctx) =>
  ctx.db
    .selectFrom('subscription')
    .select(subscriptionColumns)
    .where('id', '=', sql<number>`any(${slot('ids')})`);

/** Subscriptions by id. */
export async function listSubscriptionsById(
  ctx: Ctx,
  ids: readonly number[],
): Promise<Map<number, SubscriptionListRow>> {
  if (ids.length === 0) return new Map();
  const rows = await cache.run<SubscriptionListRow>(
    ctx.unscoped,
    ctx.scope,
    'subscriptions',
    () => subscriptionsById(ctx).compile(),
    { ids },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A subscription with its active expert values: path -> value; null when there are none. */
export type LoggedSubscription = SubscriptionListRow & { update_log: Record<string, unknown> | null };

/** Subscriptions of a page with their active expert values, by id. */
export async function listLoggedSubscriptions(
  ctx: Ctx,
  ids: readonly number[],
): Promise<Map<number, LoggedSubscription>> {
  if (ids.length === 0) return new Map();
  const rows = await cache.run<LoggedSubscription>(
    ctx.unscoped,
    ctx.scope,
    'logged subscriptions',
    () =>
      subscriptionsById(ctx)
        .select((eb) =>
          eb
            .selectFrom('field_override as o')
            .select(sql`json_object_agg(o.path, o.value order by o.id)`.as('log'))
            .whereRef('o.subscription_id', '=', 'subscription.id')
            .where('o.active', '=', true)
            .where('o.dropped_at', 'is', null)
            .as('update_log'),
        )
        .compile(),
    { ids },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const shipmentColumns = [
  'id',
  'tenant_id',
  'subscription_id',
  'fused',
  'source_type',
  'source_code',
  'channel',
  'container_no',
  'direction',
  'ended',
  'ended_at',
  'content',
] as const;

/** A shipment of a list, with whose it is. */
export type ListedShipment = PresentableShipment & { tenant_id: number };

/** The shown shipment of each of these subscriptions, by its id. */
export async function listShipmentsOf(
  ctx: Ctx,
  subscriptionIds: readonly number[],
): Promise<Map<number, ListedShipment>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await cache.run<ListedShipment>(
    ctx.unscoped,
    ctx.scope,
    'shipments of',
    () =>
      ctx.db
        .selectFrom('subscription as s')
        .innerJoin('shipment as p', 'p.id', 's.shipment_id')
        .select(shipmentColumns.map((column) => `p.${column}` as const))
        .where('s.id', '=', sql<number>`any(${slot('ids')})`)
        .compile(),
    { ids: subscriptionIds },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Shipments by id. */
export async function listShipmentsById(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ListedShipment>> {
  if (ids.length === 0) return new Map();
  const rows = await cache.run<ListedShipment>(
    ctx.unscoped,
    ctx.scope,
    'shipments',
    () =>
      ctx.db
        .selectFrom('shipment')
        .select(shipmentColumns)
        .where('id', '=', sql<number>`any(${slot('ids')})`)
        .compile(),
    { ids },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

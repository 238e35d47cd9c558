import { type CompiledQuery, sql } from 'kysely';
import { shipmentParts } from '#contract/exceptions/exception.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { ListInput } from '#server/list/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { emptyShipment, pickParts, presentShipment, referencesFor } from '#server/modules/tracking/shipment/index.ts';
import type { PresentableShipment } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { createShapeCache, slot } from '#server/platform/db/shape-cache.ts';
import type { Instant } from '#shared/time/instant.ts';

// What rows of exceptions and of subscriptions both show.

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

const subscriptionColumns = [
  's.id',
  's.tenant_id',
  's.subject',
  's.bill_no',
  's.container_no',
  's.mode',
  's.carrier_code',
  's.vessel_name',
  's.voyage',
  's.ended',
  's.channel',
  's.source_type',
  's.direction',
  's.shipment_id',
  's.has_data',
  's.subscribed_at',
  's.remark',
  's.record_version',
] as const;

const shapes = createShapeCache();

const subscriptionsById = (ctx: Ctx) =>
  ctx.db
    .selectFrom('subscription as s')
    .select(subscriptionColumns)
    .where('s.id', '=', sql<number>`any(${slot('ids')})`);

async function rowsById<Row extends { id: number }>(
  ctx: Ctx,
  what: string,
  ids: readonly number[],
  build: () => { compile: () => CompiledQuery },
): Promise<Map<number, Row>> {
  if (ids.length === 0) return new Map();
  // unscoped: The compiled statement has the scope of the caller as its parameter.
  const rows = await shapes.run<Row>(ctx.unscoped, ctx.scope, what, () => build().compile(), { ids });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Subscriptions by id. */
export const listSubscriptionsById = (ctx: Ctx, ids: readonly number[]): Promise<Map<number, SubscriptionListRow>> =>
  rowsById(ctx, 'subscriptions', ids, () => subscriptionsById(ctx));

/** A subscription with its active expert values: path -> value; null when there are none. */
export type LoggedSubscription = SubscriptionListRow & { update_log: Record<string, unknown> | null };

/** The active expert values of a subscription `s`. */
const updateLog = (ctx: Ctx) =>
  ctx.db
    .selectFrom('field_override as o')
    .select(sql<Record<string, unknown>>`json_object_agg(o.path, o.value order by o.id)`.as('log'))
    .where('o.subscription_id', '=', sql<number>`s.id`)
    .where('o.active', '=', true)
    .where('o.dropped_at', 'is', null)
    .as('update_log');

/** What a page shows of subscriptions `s`, with their active expert values. */
export const loggedColumns = (ctx: Ctx) => [...subscriptionColumns, updateLog(ctx)] as const;

/** Subscriptions with their active expert values, by id. */
export const listLoggedSubscriptions = (ctx: Ctx, ids: readonly number[]): Promise<Map<number, LoggedSubscription>> =>
  rowsById(ctx, 'logged subscriptions', ids, () => subscriptionsById(ctx).select(updateLog(ctx)));

/** A shipment of a list, with whose it is. */
type ListedShipment = PresentableShipment & { tenant_id: number };

const listShipments = (ctx: Ctx, ids: readonly number[]): Promise<Map<number, ListedShipment>> =>
  rowsById(ctx, 'shipments', ids, () =>
    ctx.db
      .selectFrom('shipment')
      .select(['id', 'tenant_id', 'subscription_id', 'fused', 'source_type', 'source_code', 'channel', 'container_no'])
      .select(['direction', 'ended', 'ended_at', 'content'])
      .where('id', '=', sql<number>`any(${slot('ids')})`),
  );

/** The parts of rows that a caller wants; all of them where it names none. */
export const partsOf = ({ parts }: ListInput): readonly string[] | undefined =>
  Array.isArray(parts) ? parts.map(String) : undefined;

const wantsShipment = (parts: readonly string[] | undefined): boolean =>
  parts === undefined || shipmentParts.some((part) => parts.includes(part));

type OfShipment = { shipment_id: number | null; subject: 'bill' | 'container' };

/** Reads the shipments of these rows; gives the wanted parts of the one of a row, empty where it has none. */
export async function presentShipments(
  ctx: Ctx,
  rows: readonly OfShipment[],
  parts: readonly string[] | undefined,
  reference: ReferenceSnapshot,
): Promise<(row: OfShipment) => ReturnType<typeof pickParts>> {
  const ids = wantsShipment(parts) ? [...new Set(rows.flatMap((row) => row.shipment_id ?? []))] : [];
  const shipments = await listShipments(ctx, ids);
  const ownerOf = (row: ListedShipment) => ({ tenantId: row.tenant_id, mode: row.content.mode });
  const known = await referencesFor(ctx, [...shipments.values()].map(ownerOf), reference);
  return ({ shipment_id: id, subject }) => {
    const shipment = shipments.get(id ?? -1);
    if (shipment === undefined) return emptyShipment;
    const whole = presentShipment(shipment, subject, known(ownerOf(shipment)), ctx.clock.now());
    return parts === undefined ? whole : pickParts(whole, parts);
  };
}

/** Stands for what cannot be. */
const noSuchId = -1;

/** The id that a text means, or one that nothing has. */
export const idOfText = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : noSuchId);

// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { ShipmentContent, Subject } from '#domain/tracking/model.ts';
import type { BusinessDataChangeTable } from '#generated/schema.ts';
import type { EnteredValue } from '#server/modules/tracking/override/index.ts';
import { findFusedId, restoreContent } from '#server/modules/tracking/shipment/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts, tsOrNull } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import { publish } from '#server/platform/realtime/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { valueFor } from '#shared/values/items.ts';

/** A subscription as editors of its bookings need it. */
export type OwnSubscription = {
  id: number;
  tenant_id: number;
  subject: Subject;
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string;
  vessel_name: string | null;
  voyage: string | null;
  direction: string | null;
  channel: string;
  has_data: boolean;
  shipment_chosen: boolean;
  mode: Mode;
};

const subscriptionColumns = [
  'id',
  'tenant_id',
  'subject',
  'bill_no',
  'container_no',
  'carrier_code',
  'vessel_name',
  'voyage',
  'direction',
  'channel',
  'has_data',
  'shipment_chosen',
  'mode',
] as const;

/** A subscription of the caller's tenants. */
export async function findOwnSubscription(ctx: Ctx, id: number): Promise<OwnSubscription | undefined> {
  return ctx.db
    .selectFrom('subscription')
    .select([...subscriptionColumns])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A subscription of the caller's tenants, locked in the current transaction. */
export async function lockOwnSubscription(ctx: Ctx, id: number): Promise<OwnSubscription | undefined> {
  return ctx.db
    .selectFrom('subscription')
    .select([...subscriptionColumns])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The subscriptions that bookings belong to, within the caller's tenants, by the ids of the bookings. */
export async function subscriptionsOfBookings(ctx: Ctx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('shipment')
    .select(['id', 'subscription_id'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.subscription_id]));
}

/** Subscriptions of the caller's tenants, locked in the order of their ids in the current transaction. */
export async function lockOwnSubscriptions(ctx: Ctx, ids: readonly number[]): Promise<Map<number, OwnSubscription>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('subscription')
    .select([...subscriptionColumns])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Subscriptions of the caller's tenants that people linked to one of these bookings. */
export const linkedTo = (ctx: Ctx, bkIds: readonly number[]) =>
  ctx.db
    .selectFrom('subscription')
    .select(['id', 'tenant_id', 'shipment_id'])
    .where('shipment_chosen', '=', true)
    .where('shipment_id', '=', sql<number>`any(${[...bkIds]})`)
    .orderBy('id')
    .execute();

/** Links a subscription to a booking that people chose, or (null) to its own fused one, which is automatic; `before` was chosen before. */
export async function setLink(
  ctx: Ctx,
  { id: subscriptionId, tenant_id: tenantId }: { id: number; tenant_id: number },
  chosen: number | null,
  before: number | null,
): Promise<void> {
  if (chosen !== null) await restoreContent(ctx.unscoped, chosen);
  const linked = chosen ?? (await findFusedId(ctx, subscriptionId)) ?? null;
  await ctx.db
    .updateTable('subscription')
    .set((eb) => ({
      shipment_id: linked,
      shipment_chosen: chosen !== null,
      has_data: linked !== null,
      record_version: eb('record_version', '+', 1),
    }))
    .where('id', '=', subscriptionId)
    .execute();
  await writeAudit(ctx, {
    entity: 'subscription',
    entityId: String(subscriptionId),
    action: 'switchBooking',
    tenantId,
    before: { shipment_id: before },
    after: { shipment_id: chosen },
  });
  await publish(ctx.unscoped, {
    tenantId,
    topic: 'subscription',
    payload: { subscriptionIds: [String(subscriptionId)], by: ctx.actor.userCode },
  });
}

/** A removal that was written, and when the same had been removed before. */
export type WrittenRemoval = { sourceCode: string; item: string; at: Instant; before: Instant | null };

/** Leaves items out of records, or whole records (`booking`). */
export async function insertRemovals(
  ctx: Ctx,
  subscription: Pick<OwnSubscription, 'id' | 'tenant_id'>,
  wanted: readonly { sourceCode: string; item: string }[],
): Promise<WrittenRemoval[]> {
  if (wanted.length === 0) return [];
  const at = ctx.clock.now();
  const known = await ctx.db
    .selectFrom('shipment_removal')
    .select(['source_code', 'item', 'removed_at'])
    .where('subscription_id', '=', subscription.id)
    .execute();
  const before = new Map(known.map((row) => [`${row.source_code} ${row.item}`, row.removed_at]));
  await ctx.db
    .insertInto('shipment_removal')
    .values(
      wanted.map(({ sourceCode, item }) => ({
        tenant_id: subscription.tenant_id,
        subscription_id: subscription.id,
        source_code: sourceCode,
        item,
        removed_at: ts(at),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['subscription_id', 'source_code', 'item']).doUpdateSet({ removed_at: ts(at) }),
    )
    .execute();
  return wanted.map((one) => ({ ...one, at, before: before.get(`${one.sourceCode} ${one.item}`) ?? null }));
}

/** Takes removals back: what was removed before stays so. */
export async function takeBackRemovals(
  ctx: Ctx,
  subscriptionId: number,
  removals: readonly WrittenRemoval[],
): Promise<void> {
  for (const { sourceCode, item, before } of removals) {
    if (before === null) {
      await ctx.db
        .deleteFrom('shipment_removal')
        .where('subscription_id', '=', subscriptionId)
        .where('source_code', '=', sourceCode)
        .where('item', '=', item)
        .execute();
    } else {
      await ctx.db
        .updateTable('shipment_removal')
        .set({ removed_at: ts(before) })
        .where('subscription_id', '=', subscriptionId)
        .where('source_code', '=', sourceCode)
        .where('item', '=', item)
        .execute();
    }
  }
}

/** What an act changed, as far as it has to be put back. */
export type ChangeDetail = {
  /** Records of experts: how each was (null: there was none), and what it was then. */
  experts: { sourceCode: string; before: ShipmentContent | null; after: ShipmentContent }[];
  removals: WrittenRemoval[];
  values: EnteredValue[];
  /** Links that people had chosen to a booking that was deleted: the subscription, and the booking. */
  links?: { subscriptionId: number; shipmentId: number }[];
};

export type ChangeKind = 'saved' | 'deleted' | 'arrivalCopied';

/** A kept act on business data. */
export type ChangeRow = {
  id: number;
  tenant_id: number;
  subscription_id: number;
  kind: ChangeKind;
  at: Instant;
  actor_code: string;
  actor_name: string;
  detail: ChangeDetail;
  undone_at: Instant | null;
};

/** Keeps acts so that they can be taken back, one of each subscription; gives their ids in the same order. */
export async function insertChanges(
  ctx: Ctx,
  changes: readonly Pick<
    ChangeRow,
    'tenant_id' | 'subscription_id' | 'kind' | 'actor_code' | 'actor_name' | 'detail'
  >[],
): Promise<number[]> {
  const at = ts(ctx.clock.now());
  const rows = await ctx.db
    .insertInto('business_data_change')
    .values(changes.map((change) => ({ ...change, at, detail: json(change.detail), undone_at: tsOrNull(null) })))
    .returning(['id', 'subscription_id'])
    .execute();
  const ids = new Map(rows.map((row) => [row.subscription_id, row.id]));
  return changes.map((change) => valueFor(ids, change.subscription_id));
}

/** What was changed is written by this module, in this shape. */
const toChange = (row: Selectable<BusinessDataChangeTable>): ChangeRow => ({
  ...row,
  detail: row.detail as ChangeDetail,
});

/** One kept act of the caller's tenants. */
export async function findChange(ctx: Ctx, id: number): Promise<ChangeRow | undefined> {
  const row = await ctx.db.selectFrom('business_data_change').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toChange(row);
}

/** The last act on a subscription's business data that stands. */
export async function lastChange(ctx: Ctx, subscriptionId: number): Promise<ChangeRow | undefined> {
  const row = await ctx.db
    .selectFrom('business_data_change')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toChange(row);
}

/** Marks an act as taken back. */
export const markUndone = (ctx: Ctx, id: number) =>
  ctx.db
    .updateTable('business_data_change')
    .set({ undone_at: ts(ctx.clock.now()) })
    .where('id', '=', id)
    .execute();

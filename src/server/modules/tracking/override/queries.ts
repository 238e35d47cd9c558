import type { AttributeValue, OverrideState } from '#domain/intake/fusion/types.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { isStanding } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A stored expert value. */
export type OverrideRow = {
  id: number;
  tenant_id: number;
  subscription_id: number;
  path: string;
  value: AttributeValue;
  active: boolean;
  channel: string;
  entered_by: string;
  entered_name: string;
  entered_at: Instant;
  dropped_at: Instant | null;
  dropped_by_run: number | null;
  record_version: number;
};

export type ChangeKind = 'entered' | 'changed' | 'enabled' | 'disabled' | 'dropped' | 'restored' | 'undone';

/** A kept change of an expert value. */
export type ChangeRow = {
  id: number;
  tenant_id: number;
  subscription_id: number;
  field_override_id: number;
  path: string;
  kind: ChangeKind;
  at: Instant;
  actor_code: string;
  actor_name: string;
  before: OverrideState;
  after: OverrideState;
};

/** The subscription that a booking belongs to, within the caller's tenants; undefined also when the booking was deleted. */
export async function findSubscriptionIdOf(ctx: Ctx, bkId: number): Promise<number | undefined> {
  const row = await ctx.db
    .selectFrom('shipment')
    .select('subscription_id')
    .where('id', '=', bkId)
    .where(isStanding('shipment'))
    .executeTakeFirst();
  return row?.subscription_id;
}

/** A subscription of the caller's tenants, locked: anyone who fuses it waits. Call it inside a transaction. */
export const lockOwnSubscription = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('subscription')
    .select(['id', 'tenant_id', 'subject', 'channel', 'has_data', 'mode'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** A subscription of the caller's tenants. */
export const findOwnSubscription = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('subscription').select(['id', 'tenant_id', 'mode']).where('id', '=', id).executeTakeFirst();

/** The fused booking of a subscription. */
export async function findFused(
  database: Database,
  subscription: { id: number; tenant_id: number },
): Promise<{ id: number; content: ShipmentContent } | undefined> {
  const { rows } = await database.execute<{ id: number; content: ShipmentContent }>(
    'select id, content from shipment where subscription_id = $1 and tenant_id = $2 and fused and content is not null',
    [subscription.id, subscription.tenant_id],
  );
  return rows[0];
}

/** Standing expert values of a subscription. */
export async function listStanding(ctx: Ctx, subscriptionId: number): Promise<OverrideRow[]> {
  return ctx.db
    .selectFrom('field_override')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('dropped_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** One expert value of the caller's tenants, standing or dropped. */
export async function findOverride(ctx: Ctx, id: number): Promise<OverrideRow | undefined> {
  return ctx.db.selectFrom('field_override').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Enters an expert value where none stands. */
export async function insertOverride(
  ctx: Ctx,
  row: Pick<
    OverrideRow,
    | 'tenant_id'
    | 'subscription_id'
    | 'path'
    | 'value'
    | 'active'
    | 'channel'
    | 'entered_by'
    | 'entered_name'
    | 'entered_at'
  >,
): Promise<OverrideRow> {
  return ctx.db
    .insertInto('field_override')
    .values({ ...row, value: json(row.value), entered_at: ts(row.entered_at) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes an expert value; gives the row as it is now. */
export async function updateOverride(
  ctx: Ctx,
  row: OverrideRow,
  change: Partial<Pick<OverrideRow, 'value' | 'active' | 'entered_by' | 'entered_name'>> & {
    entered_at?: Instant;
    dropped_at?: Instant | null;
    dropped_by_run?: number | null;
  },
): Promise<OverrideRow> {
  const { value, entered_at: enteredAt, dropped_at: droppedAt, ...plain } = change;
  return ctx.db
    .updateTable('field_override')
    .set({
      ...plain,
      ...(value === undefined ? {} : { value: json(value) }),
      ...(enteredAt === undefined ? {} : { entered_at: ts(enteredAt) }),
      ...(droppedAt === undefined ? {} : { dropped_at: droppedAt === null ? null : ts(droppedAt) }),
      record_version: row.record_version + 1,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keeps a change for history and undo. */
export async function insertChange(ctx: Ctx, change: Omit<ChangeRow, 'id'>): Promise<void> {
  await ctx.db
    .insertInto('field_override_change')
    .values({
      ...change,
      at: ts(change.at),
      before: change.before === null ? null : json(change.before),
      after: change.after === null ? null : json(change.after),
    })
    .execute();
}

const maxShown = 500;

/** Changes of a subscription's expert values, newest first. */
export async function listChanges(ctx: Ctx, subscriptionId: number): Promise<ChangeRow[]> {
  return ctx.db
    .selectFrom('field_override_change')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute();
}

/** One change, and whether it is the last one of its path. */
export async function findChange(ctx: Ctx, id: number): Promise<(ChangeRow & { last: boolean }) | undefined> {
  const row = await ctx.db.selectFrom('field_override_change').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const later = await ctx.db
    .selectFrom('field_override_change')
    .select('id')
    .where('subscription_id', '=', row.subscription_id)
    .where('path', '=', row.path)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst();
  return { ...row, last: later === undefined };
}

/** The newest of all changes of some expert values. */
export async function findLastChange(ctx: Ctx, overrideIds: readonly number[]): Promise<ChangeRow | undefined> {
  return ctx.db
    .selectFrom('field_override_change')
    .selectAll()
    .where('field_override_id', 'in', [...overrideIds])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Expert values that recompute runs of a subscription dropped, newest first. */
export async function listDropped(ctx: Ctx, subscriptionId: number): Promise<OverrideRow[]> {
  return ctx.db
    .selectFrom('field_override')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('dropped_at', 'is not', null)
    .where('dropped_by_run', 'is not', null)
    .orderBy('dropped_by_run', 'desc')
    .orderBy('id')
    .execute();
}

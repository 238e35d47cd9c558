// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import type { CallData } from '#contract/index.ts';
import { eventKey } from '#domain/intake/fusion/paths.ts';
import {
  removalOfEvent,
  removedBooking,
  removedContainer,
  removedLeg,
  removedLegs,
  withoutRemoved,
} from '#domain/intake/fusion/removals.ts';
import type { RemovedItem } from '#domain/intake/fusion/removals.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { recomputeSubscriptions } from '#server/modules/intake/collection/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import { findShipment, listShipmentRows } from '#server/modules/tracking/shipment/index.ts';
import type { TraceShipment } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { valueFor } from '#shared/values/items.ts';
import { channelOf, findExpert, sourceCodeOf, writeExpert } from './expert-record.ts';
import type { ExpertChannel } from './expert-record.ts';
import { noteChange } from './note-change.ts';
import {
  insertRemovals,
  linkedTo,
  lockOwnSubscription,
  lockOwnSubscriptions,
  setLink,
  subscriptionsOfBookings,
} from './queries.ts';
import type { ChangeDetail, OwnSubscription } from './queries.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';

type Deps = { ctx: Ctx; pipeline: PipelineDeps };
type Deleted = CallData<'deleteBusinessData'>;

/** Which items of one booking shall go, found in what it holds. */
type Choice = (content: ShipmentContent, keys: ReadonlySet<string>) => RemovedItem[];

/** Ids of rows taken apart, by booking; rows that were never saved have none. */
function byBooking(ids: readonly (string | number | null | undefined)[]): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  for (const given of ids) {
    const match = /^(\d{1,15})-(.+)$/.exec(String(given ?? ''));
    if (match === null) continue;
    const [, number, item = ''] = match;
    const bkId = Number(number);
    found.set(bkId, (found.get(bkId) ?? new Set()).add(item));
  }
  return found;
}

/** Bookings of the caller's tenants by their subscriptions; one that is not there refuses all of them. */
async function bySubscription(ctx: Ctx, bkIds: readonly number[]): Promise<Map<number, number[]>> {
  const subscriptionOf = await subscriptionsOfBookings(ctx, bkIds);
  if (bkIds.some((id) => !subscriptionOf.has(id))) throw notFound('trace.notFound');
  const grouped = Map.groupBy([...new Set(bkIds)], (id) => valueFor(subscriptionOf, id));
  // In id order, as all who lock several subscriptions do.
  return new Map([...grouped].sort(([a], [b]) => a - b));
}

/** Removes items from one booking: an expert's record is written without them, of all others they are left out. */
async function removeItems(
  ctx: Ctx,
  subscription: OwnSubscription,
  shipment: TraceShipment,
  items: readonly RemovedItem[],
  detail: ChangeDetail,
): Promise<void> {
  const removed = new Set(items);
  const channels: ExpertChannel[] = shipment.fused
    ? ['EXPERT', 'AUTONOMIC_EXPERT']
    : shipment.source_type === 'EXPERT'
      ? [channelOf(shipment.channel)]
      : [];
  for (const channel of channels) {
    const known = await findExpert(ctx, subscription.id, channel);
    if (known === undefined || known.removed) continue;
    const content = withoutRemoved(known.content, removed);
    if (JSON.stringify(content) === JSON.stringify(known.content)) continue;
    await writeExpert(ctx, subscription, channel, content);
    detail.experts.push({ sourceCode: sourceCodeOf(channel), before: known.content, after: content });
  }
  if (!shipment.fused && shipment.source_type === 'EXPERT') return;
  const sourceCode = shipment.fused ? '' : shipment.source_code;
  detail.removals.push(
    ...(await insertRemovals(
      ctx,
      subscription,
      items.map((item) => ({ sourceCode, item })),
    )),
  );
}

async function deleteItems(
  { ctx, pipeline }: Deps,
  wanted: ReadonlyMap<number, Set<string>>,
  choose: Choice,
): Promise<Deleted> {
  if (wanted.size === 0) throw refused('error.emptyInput');
  return ctx.unscoped.transaction(async () => {
    const changeIds: string[] = [];
    let deleted = 0;
    const groups = await bySubscription(ctx, [...wanted.keys()]);
    for (const [subscriptionId, bkIds] of groups) {
      const subscription = await lockOwnSubscription(ctx, subscriptionId);
      if (subscription === undefined) throw notFound('subscription.notFound');
      for (const bkId of bkIds) {
        const shipment = await findShipment(ctx, bkId);
        if (shipment === undefined) throw notFound('trace.notFound');
        const items = [...new Set(choose(shipment.content, valueFor(wanted, bkId)))];
        // Deleted already, as when the first answer was lost.
        if (items.length === 0) continue;
        const detail: ChangeDetail = { experts: [], removals: [], values: [] };
        await removeItems(ctx, subscription, shipment, items, detail);
        changeIds.push(
          String(await noteChange(ctx, subscription, 'deleted', detail, { obmBkId: String(bkId), before: items })),
        );
        deleted += items.length;
      }
    }
    await recomputeSubscriptions(pipeline, [...groups.keys()], ctx.clock.now());
    return { changeIds, deleted };
  });
}

/** Deletes milestones by the ids of their rows. */
export const deleteStatuses = (deps: Deps, ids: readonly (string | number | null | undefined)[]): Promise<Deleted> =>
  deleteItems(deps, byBooking(ids), ({ events }, keys) =>
    events.filter((event) => keys.has(eventKey(event))).map((event) => removalOfEvent(event, events)),
  );

/** Deletes containers with all their milestones by the ids of their rows. */
export const deleteContainers = (deps: Deps, ids: readonly (string | number | null | undefined)[]): Promise<Deleted> =>
  deleteItems(deps, byBooking(ids), ({ containers }, keys) =>
    containers
      .filter(({ containerNo }) => keys.has(containerNo))
      .map(({ containerNo }) => removedContainer(containerNo)),
  );

/** Deletes one leg by the id of its row. */
export const deleteLeg = (deps: Deps, id: string | number | null | undefined): Promise<Deleted> =>
  deleteItems(deps, byBooking([id]), ({ legs }, keys) =>
    legs.filter(({ sequence }) => keys.has(String(sequence))).map(removedLeg),
  );

/** Deletes all legs of a booking. */
export function deleteLegs(deps: Deps, bkId: number | undefined): Promise<Deleted> {
  if (bkId === undefined) throw refused('error.emptyInput');
  return deleteItems(deps, new Map([[bkId, new Set('*')]]), ({ legs }) => (legs.length === 0 ? [] : [removedLegs]));
}

/** Gives subscriptions that people linked to a deleted booking their own booking again; what they were linked to. */
async function unlink(
  ctx: Ctx,
  deleted: readonly { id: number }[],
  locked: ReadonlyMap<number, OwnSubscription>,
): Promise<NonNullable<ChangeDetail['links']>> {
  const linked = await linkedTo(
    ctx,
    deleted.map(({ id }) => id),
  );
  const links: NonNullable<ChangeDetail['links']> = [];
  for (const { id, tenant_id: tenantId, shipment_id: shipmentId } of linked) {
    if (shipmentId === null) continue;
    // Somebody has linked it meanwhile.
    if (!locked.has(id)) throw refused('error.busy');
    await setLink(ctx, { id, tenant_id: tenantId }, null, shipmentId);
    links.push({ subscriptionId: id, shipmentId });
  }
  return links;
}

/** Deletes bookings: records are left out until their source says something new; a fused one goes with all its records. */
export async function deleteBookings(
  { ctx, pipeline }: Deps,
  ids: readonly number[] | null | undefined,
): Promise<Deleted> {
  if (ids == null || ids.length === 0) throw refused('error.emptyInput');
  return ctx.unscoped.transaction(async () => {
    const changeIds: string[] = [];
    const groups = await bySubscription(ctx, ids);
    const of = [...groups.keys()];
    const all = (await ctx.db.selectFrom('shipment').select('id').where('subscription_id', 'in', of).execute()).map(
      ({ id }) => id,
    );
    // Those that people linked to one of these bookings are locked along with them, in id order.
    const locked = await lockOwnSubscriptions(ctx, [...of, ...(await linkedTo(ctx, all)).map(({ id }) => id)]);
    for (const [subscriptionId, bkIds] of groups) {
      const subscription = locked.get(subscriptionId);
      if (subscription === undefined) throw notFound('subscription.notFound');
      const rows = await listShipmentRows(ctx.unscoped, withTenants([subscription]));
      const wanted = new Set(bkIds);
      const isAll = rows.some((row) => row.fused && wanted.has(row.id));
      const gone = rows.filter((row) => !row.fused && (isAll || wanted.has(row.id)));
      // Deleted already, as when the first answer was lost.
      if (gone.length === 0) continue;
      const removals = await insertRemovals(
        ctx,
        subscription,
        gone.map((row) => ({ sourceCode: row.source_code, item: removedBooking })),
      );
      const about = { obmBkId: bkIds.join(' '), before: gone.map((row) => row.source_code) };
      const left = rows.filter((row) => !row.fused && !gone.includes(row));
      const unlinked = await unlink(ctx, left.length === 0 ? rows : gone, locked);
      const detail: ChangeDetail = {
        experts: [],
        removals,
        values: [],
        ...(unlinked.length > 0 && { links: unlinked }),
      };
      changeIds.push(String(await noteChange(ctx, subscription, 'deleted', detail, about)));
    }
    await recomputeSubscriptions(pipeline, [...groups.keys()], ctx.clock.now());
    return { changeIds, deleted: changeIds.length };
  });
}

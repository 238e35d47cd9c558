// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import type { ParsedBody } from '#contract/index.ts';
import type { OverrideEntry } from '#contract/tracking/override.ts';
import { pathOfColumn } from '#contract/wire/override-columns.ts';
import { acceptsValue } from '#domain/intake/fusion/overrides.ts';
import { parsePath } from '#domain/intake/fusion/paths.ts';
import { valueAt } from '#domain/intake/fusion/provenance.ts';
import { recomputeSubscriptions } from '#server/modules/intake/collection/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { withSites } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { actorOf, noteChange, stateOf } from './change-override.ts';
import { loadView, presentOverride } from './list-overrides.ts';
import {
  findFused,
  findOverride,
  findSubscriptionIdOf,
  insertOverride,
  listStanding,
  lockOwnSubscription,
  updateOverride,
} from './queries.ts';
import type { OverrideRow } from './queries.ts';
import { readValue } from './read-value.ts';

type Body = ParsedBody<'saveOverride'>;
type Subscription = NonNullable<Awaited<ReturnType<typeof lockOwnSubscription>>>;

const selfService = 'SHIPPING_TRACKING_WALI';

/** Whom and what the input is about: the subscription, and the path unless an existing value names it. */
async function targetOf(ctx: Ctx, input: Body): Promise<{ subscriptionId: number; path: string }> {
  if (input.wlDataCombineDisableId != null) {
    const known = await findOverride(ctx, input.wlDataCombineDisableId);
    if (known === undefined || known.dropped_at !== null) throw notFound();
    return { subscriptionId: known.subscription_id, path: known.path };
  }
  const { tableName, tableKeyId, columnName } = input;
  if (!tableName || tableKeyId == null || !columnName) throw refused('error.emptyInput');
  const reading = pathOfColumn(tableName, String(tableKeyId), columnName);
  if ('problem' in reading) {
    if (reading.problem === 'table') throw refused('override.tableUnknown', { tableName });
    if (reading.problem === 'column') throw refused('override.columnUnknown', { columnName });
    throw refused('override.noSuchRow');
  }
  const subscriptionId = await findSubscriptionIdOf(ctx, reading.bkId);
  if (subscriptionId === undefined) throw notFound('trace.notFound');
  return { subscriptionId, path: reading.path };
}

/** The channel an expert works in: self-service experts only on self-service subscriptions. */
function channelOf(input: Body, subscription: Subscription): string {
  if (input.processType === 'AUTONOMIC_EXPERT' && subscription.channel !== selfService)
    throw refused('override.notSelfService');
  return input.processType === 'AUTONOMIC_EXPERT' ? 'AUTONOMIC_EXPERT' : 'EXPERT';
}

async function write(
  ctx: Ctx,
  input: Body,
  subscription: Subscription,
  path: string,
  reference: ReferenceSnapshot,
): Promise<OverrideRow> {
  const fused = await findFused(ctx.unscoped, subscription);
  const standing = (await listStanding(ctx, subscription.id)).find((row) => row.path === path);
  if (fused === undefined || (valueAt(fused.content, path) === undefined && input.isDelete !== 0))
    throw refused('override.noSuchRow');
  if (standing !== undefined && input.recordVersion != null && input.recordVersion !== standing.record_version)
    throw refused('error.busy');
  const { content } = fused;
  const { subject } = subscription;
  const value =
    input.newValue === undefined
      ? standing?.value
      : readValue({ path, input: input.newValue, content, subject, reference });
  if (value === undefined) throw refused('override.valueRequired');
  if (!acceptsValue(parsePath(path)?.attribute ?? '', value)) throw refused('override.numberFormat');
  const active =
    input.isDelete == null ? (input.newValue === undefined ? (standing?.active ?? true) : true) : input.isDelete === 1;
  const actor = actorOf(ctx);
  const entered = { entered_by: actor.code, entered_name: actor.name, entered_at: ctx.clock.now() };
  if (standing === undefined) {
    const channel = channelOf(input, subscription);
    const ids = { tenant_id: subscription.tenant_id, subscription_id: subscription.id };
    const row = await insertOverride(ctx, { ...ids, path, value, active, channel, ...entered });
    await noteChange(ctx, row, 'entered', null, stateOf(row));
    return row;
  }
  if (standing.value === value && standing.active === active) return standing;
  const isNew = standing.value !== value;
  const row = await updateOverride(ctx, standing, { value, active, ...(isNew ? entered : {}) });
  await noteChange(ctx, row, isNew ? 'changed' : active ? 'enabled' : 'disabled', stateOf(standing), stateOf(row));
  return row;
}

/**
 * Enters an expert value for a field, changes it, or switches it on and off; the shipment is fused again in the same
 * transaction, so that what is shown never lags behind. Checks in order: what is meant, whose it is, whether the
 * subscription has data and is of the right kind, whether the row is there, the value.
 */
export async function saveOverride({
  ctx,
  input,
  pipeline,
  reference,
}: {
  ctx: Ctx;
  input: Body;
  pipeline: PipelineDeps;
  reference: ReferenceSnapshot;
}): Promise<OverrideEntry> {
  const { subscriptionId, path } = await targetOf(ctx, input);
  return ctx.unscoped.transaction(async () => {
    const subscription = await lockOwnSubscription(ctx, subscriptionId);
    if (subscription === undefined) throw notFound('subscription.notFound');
    if (!subscription.has_data) throw refused('subscription.noData');
    channelOf(input, subscription);
    const owner = { tenantId: subscription.tenant_id, mode: subscription.mode };
    const known = await withSites(ctx, owner, reference);
    const row = await write(ctx, input, subscription, path, known);
    await recomputeSubscriptions(pipeline, [subscriptionId], ctx.clock.now());
    return presentOverride(row, await loadView(ctx, subscription), known);
  });
}

import type { CallData, ParsedBody } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { forbidden, notFound, refused } from '#server/platform/errors/app-error.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import {
  changeSubscription,
  findForUpdate,
  findSoldCall,
  isAnnounced,
  isAsked,
  isSubscribed,
  newestChange,
  type SoldCall,
} from './subscription-queries.ts';
import { checkDays, dayIn, mostAtOnce } from './subscription-rules.ts';

type Done = CallData<'sailingSubscriptionInsert'>;
type Item = ParsedBody<'sailingSubscriptionInsert'>['items'][number];

const zoneOfTenant = (reference: ReferenceSnapshot, tenantId: number): string =>
  reference.tenants.get(tenantId)?.zone ?? 'Asia/Shanghai';

function tenantOf(ctx: Ctx): number {
  if (ctx.actor.kind !== 'user') throw forbidden();
  return ctx.actor.tenantId;
}

/** The sailing that was meant; refused with the reason where there is none. */
async function findMeant(ctx: Ctx, item: Item, reference: ReferenceSnapshot): Promise<SoldCall> {
  const { carrierCode } = item;
  const vesselName = item.vesselName.toUpperCase();
  if (carrierCode === '') throw refused('subscription.carrierRequired');
  if (vesselName === '') throw refused('tracking.vesselNameEmpty');
  if (!(await isAsked(ctx, carrierCode))) throw refused('subscription.carrierUnsupported');
  const portCode =
    item.portCode === '' ? '' : (reference.rules.resolvePort(item.portCode.toUpperCase()) ?? item.portCode);
  const call = await findSoldCall(ctx, {
    carrierCode,
    vesselName,
    voyage: item.voyage.toUpperCase(),
    portCode,
    since: ctx.clock.now() - DAY_MS,
  });
  if (call !== undefined) return call;
  throw refused(
    (await isAnnounced(ctx, carrierCode, vesselName))
      ? 'tracking.carrierNotAnnounced'
      : 'tracking.vesselVoyageNotFound',
  );
}

/** Subscribes sailings for the caller's own tenant: all of them, or none with the reason. */
export async function insertSubscriptions({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'sailingSubscriptionInsert'>;
  reference: ReferenceSnapshot;
}): Promise<Done> {
  const tenantId = tenantOf(ctx);
  if (input.items.length === 0) throw refused('subscription.listEmpty');
  if (input.items.length > mostAtOnce) throw refused('tracking.batchTooMany', { max: mostAtOnce });
  const now = ctx.clock.now();
  checkDays(input.effectiveDate, input.expiryDate, dayIn(now, zoneOfTenant(reference, tenantId)));
  return ctx.database.transaction(async () => {
    const told = await newestChange(ctx);
    for (const item of input.items) {
      const call = await findMeant(ctx, item, reference);
      if (await isSubscribed(ctx, call.id)) {
        throw refused('sailing.alreadySubscribed', { vessel: call.vessel_name, voyage: call.voyage });
      }
      const values = {
        tenant_id: tenantId,
        carrier_code: item.carrierCode,
        vessel_name: call.vessel_name,
        voyage: call.voyage,
        port_code: call.port_code,
        call_id: call.id,
        effective_on: input.effectiveDate,
        expires_on: input.expiryDate,
        created_by: ctx.actor.userCode,
        created_at: ts(now),
        told_change_id: told,
      };
      const { id } = await ctx.db
        .insertInto('sailing_subscription')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeAudit(ctx, {
        entity: 'sailingSubscription',
        entityId: String(id),
        action: 'insert',
        tenantId,
        after: values,
      });
    }
    return { count: input.items.length };
  });
}

/** Changes how long a sailing is subscribed. */
export async function updateSubscription({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'sailingSubscriptionUpdate'>;
  reference: ReferenceSnapshot;
}): Promise<Done> {
  return ctx.database.transaction(async () => {
    const before = await findForUpdate(ctx, input.sailingSubscriptionId);
    if (before === undefined || before.cancelled_at !== null) throw notFound();
    if (before.record_version !== input.recordVersion) throw refused('error.stale');
    const today = dayIn(ctx.clock.now(), zoneOfTenant(reference, before.tenant_id));
    // What is in effect already may stay so.
    const first = input.effectiveDate === before.effective_on ? today : input.effectiveDate;
    checkDays(first < input.effectiveDate ? input.effectiveDate : first, input.expiryDate, today);
    await changeSubscription(ctx, before.id, { effective_on: input.effectiveDate, expires_on: input.expiryDate });
    await writeAudit(ctx, {
      entity: 'sailingSubscription',
      entityId: String(before.id),
      action: 'update',
      tenantId: before.tenant_id,
      before: { effective_on: before.effective_on, expires_on: before.expires_on },
      after: { effective_on: input.effectiveDate, expires_on: input.expiryDate },
    });
    return { count: 1 };
  });
}

/** Cancels subscriptions; one of somebody else's tenant is not there. */
export async function cancelSubscriptions({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'sailingSubscriptionCancel'>;
}): Promise<Done> {
  return ctx.database.transaction(async () => {
    for (const id of [...new Set(input.sailingSubscriptionIds)].toSorted((a, b) => a - b)) {
      const before = await findForUpdate(ctx, id);
      if (before === undefined) throw notFound();
      if (before.cancelled_at !== null) continue;
      await changeSubscription(ctx, id, { cancelledAt: ctx.clock.now() });
      await writeAudit(ctx, {
        entity: 'sailingSubscription',
        entityId: String(id),
        action: 'cancel',
        tenantId: before.tenant_id,
        before: { vessel_name: before.vessel_name, voyage: before.voyage, port_code: before.port_code },
      });
    }
    return { count: input.sailingSubscriptionIds.length };
  });
}

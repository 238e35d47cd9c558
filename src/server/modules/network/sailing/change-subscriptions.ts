import type { CallData } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { forbidden, notFound, refused } from '#server/platform/errors/app-error.ts';
import { answer } from '#server/platform/http/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import { localDay } from '#shared/time/day.ts';
import { fromLocalText } from '#shared/time/zone.ts';
import type { SubscriptionKind } from './subscription-kind.ts';
import {
  changeSubscription,
  findForUpdate,
  findOpen,
  newestChange,
  renewSubscription,
} from './subscription-queries.ts';

type Done = ReturnType<typeof answer<CallData<'sailingSubscriptionInsert'>>>;

/** Days a subscription may span at most, and sailings that may be subscribed at once. */
const maxDays = 15;
const maxAtOnce = 10;

/**
 * Refuses days in the past, the wrong way round, or too far apart. The first day may be today where the tenant is or where the caller is, and
 * may stay the one that it has already.
 */
function checkDays(
  { effectiveDate, expiryDate }: { effectiveDate: string; expiryDate: string },
  today: string,
  ctx: Ctx,
  since?: string,
): void {
  const [first, last] = [effectiveDate, expiryDate].map((day) => fromLocalText(`${day} 00:00:00`, 'UTC'));
  if (first === undefined || last === undefined) throw refused('sailing.badDate');
  const begun = [today, since, ...(ctx.zone === undefined ? [] : [localDay(ctx.clock.now(), ctx.zone)])];
  if (effectiveDate < today && !begun.includes(effectiveDate)) throw refused('tracking.effectiveTooEarly');
  if (expiryDate < today || expiryDate < effectiveDate) throw refused('tracking.expiryTooEarly');
  if ((last - first) / DAY_MS > maxDays) throw refused('tracking.spanTooLong', { max: maxDays });
}

const zoneOfTenant = (reference: ReferenceSnapshot, tenantId: number): string =>
  zoneOfPlace(reference.tenants.get(tenantId)?.zone);

function tenantOf(ctx: Ctx): number {
  if (ctx.actor.kind !== 'user') throw forbidden();
  return ctx.actor.tenantId;
}

/** What somebody wants to be notified of: a call or a leg, with the names it is shown by. */
export type Meant = {
  id: number;
  carrierCode: string;
  name: string;
  voyage: string;
  place: string;
  /** Chosen in a row with others: one that is subscribed already stands in the way of no other one. */
  fromRow?: true;
};

/** Subscribes for the caller's own tenant: all of the rows, or none and the reason. An expired subscription starts again. */
export async function subscribe<Item>({
  ctx,
  kind,
  input,
  findMeant,
  reference,
}: {
  ctx: Ctx;
  kind: SubscriptionKind;
  input: { items: readonly Item[]; effectiveDate: string; expiryDate: string };
  /** Refuses with the reason where nothing is meant. */
  findMeant: (ctx: Ctx, item: Item, reference: ReferenceSnapshot) => Promise<Meant>;
  reference: ReferenceSnapshot;
}): Promise<Done> {
  const tenantId = tenantOf(ctx);
  if (input.items.length === 0) throw refused('subscription.listEmpty');
  if (input.items.length > maxAtOnce) throw refused('tracking.batchTooMany', { max: maxAtOnce });
  const now = ctx.clock.now();
  const today = localDay(now, zoneOfTenant(reference, tenantId));
  checkDays(input, today, ctx);
  return ctx.unscoped.transaction(async () => {
    const reported = await newestChange(ctx, kind);
    let count = 0;
    let known: Meant | undefined;
    for (const item of input.items) {
      const meant = await findMeant(ctx, item, reference);
      const { id: subjectId, carrierCode, name, voyage, place } = meant;
      const open = await findOpen(ctx, kind, subjectId, tenantId);
      if (open !== undefined && open.expires_on >= today) {
        known = meant;
        if (meant.fromRow === true) continue;
        throw refused(kind.texts.already, { vessel: name, voyage });
      }
      const made = {
        carrier_code: carrierCode,
        vessel_name: name,
        voyage,
        effective_on: input.effectiveDate,
        expires_on: input.expiryDate,
        created_by: ctx.actor.userCode,
        created_at: ts(now),
        told_change_id: reported,
      };
      count += 1;
      if (open !== undefined) {
        await renewSubscription(ctx, open.id, made);
        await writeAudit(ctx, {
          entity: kind.entity,
          entityId: String(open.id),
          action: 'update',
          tenantId,
          before: { effective_on: open.effective_on, expires_on: open.expires_on },
          after: made,
        });
        continue;
      }
      const values = { ...made, tenant_id: tenantId, mode: kind.mode, port_code: place, [kind.subject]: subjectId };
      const { id } = await ctx.db
        .insertInto('sailing_subscription')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeAudit(ctx, { entity: kind.entity, entityId: String(id), action: 'insert', tenantId, after: values });
    }
    if (count === 0 && known !== undefined)
      throw refused(kind.texts.already, { vessel: known.name, voyage: known.voyage });
    return answer({ count }, 'tracking.subscribed');
  });
}

/** Changes how long something is subscribed. */
export async function changeDays({
  ctx,
  kind,
  id,
  input,
  reference,
}: {
  ctx: Ctx;
  kind: SubscriptionKind;
  id: number;
  input: { effectiveDate: string; expiryDate: string; recordVersion: number };
  reference: ReferenceSnapshot;
}): Promise<Done> {
  return ctx.unscoped.transaction(async () => {
    const before = await findForUpdate(ctx, kind, id);
    if (before === undefined || before.cancelled_at !== null) throw notFound();
    if (before.record_version !== input.recordVersion) throw refused('error.staleUnnamed');
    const today = localDay(ctx.clock.now(), zoneOfTenant(reference, before.tenant_id));
    checkDays(input, today, ctx, before.effective_on);
    await changeSubscription(ctx, before.id, { effective_on: input.effectiveDate, expires_on: input.expiryDate });
    await writeAudit(ctx, {
      entity: kind.entity,
      entityId: String(before.id),
      action: 'update',
      tenantId: before.tenant_id,
      before: { effective_on: before.effective_on, expires_on: before.expires_on },
      after: { effective_on: input.effectiveDate, expires_on: input.expiryDate },
    });
    return answer({ count: 1 }, 'tracking.modified');
  });
}

/** Cancels subscriptions; one of somebody else's tenant is not there. */
export async function cancelSubscriptions(ctx: Ctx, kind: SubscriptionKind, ids: readonly number[]): Promise<Done> {
  return ctx.unscoped.transaction(async () => {
    for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
      const before = await findForUpdate(ctx, kind, id);
      if (before === undefined) throw notFound();
      if (before.cancelled_at !== null) continue;
      await changeSubscription(ctx, id, { cancelledAt: ctx.clock.now() });
      await writeAudit(ctx, {
        entity: kind.entity,
        entityId: String(id),
        action: 'cancel',
        tenantId: before.tenant_id,
        before: { vessel_name: before.vessel_name, voyage: before.voyage, port_code: before.port_code },
      });
    }
    return answer({ count: ids.length }, 'tracking.cancelled');
  });
}

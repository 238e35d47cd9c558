// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import { writeAudits } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { itemAt } from '#shared/values/items.ts';
import { insertChanges } from './queries.ts';
import type { ChangeDetail, ChangeKind, OwnSubscription } from './queries.ts';

/** An act on the business data of one subscription. */
export type NotedChange = {
  subscription: OwnSubscription;
  kind: ChangeKind;
  detail: ChangeDetail;
  about: { obmBkId: string; before?: unknown; after?: unknown };
};

/** Keeps acts on business data: for their undo, in the audit, and for browsers. Gives the ids that undo them, in the same order. */
export async function noteChanges(ctx: Ctx, changes: readonly NotedChange[]): Promise<number[]> {
  if (changes.length === 0) return [];
  const ids = await insertChanges(
    ctx,
    changes.map(({ subscription, kind, detail }) => ({
      tenant_id: subscription.tenant_id,
      subscription_id: subscription.id,
      kind,
      actor_code: ctx.actor.userCode,
      actor_name: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
      detail,
    })),
  );
  await writeAudits(
    ctx,
    changes.map(({ subscription, kind, about }, index) => {
      const { mode } = subscription;
      const named = {
        ...(mode !== 'sea' && { mode }),
        obmBkId: about.obmBkId,
        blNo: subscription.bill_no,
        ctnNo: subscription.container_no,
      };
      return {
        entity: 'business_data',
        entityId: String(ids[index]),
        action: kind,
        tenantId: subscription.tenant_id,
        before: { ...named, value: about.before ?? null },
        after: { ...named, value: about.after ?? null },
      };
    }),
  );
  const byTenant = Map.groupBy(changes, ({ subscription }) => subscription.tenant_id);
  for (const [tenantId, own] of byTenant)
    await publish(ctx.unscoped, {
      tenantId,
      topic: 'businessData',
      payload: { subscriptionIds: own.map(({ subscription }) => String(subscription.id)), by: ctx.actor.userCode },
    });
  return ids;
}

/** Keeps one act on business data; gives the id that undoes it. */
export async function noteChange(
  ctx: Ctx,
  subscription: OwnSubscription,
  kind: ChangeKind,
  detail: ChangeDetail,
  about: NotedChange['about'],
): Promise<number> {
  return itemAt(await noteChanges(ctx, [{ subscription, kind, detail, about }]), 0);
}

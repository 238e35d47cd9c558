import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { insertChange } from './queries.ts';
import type { ChangeDetail, ChangeKind, OwnSubscription } from './queries.ts';

/** Keeps an act on business data: for its undo, in the audit, and for browsers. Gives the id that undoes it. */
export async function noteChange(
  ctx: Ctx,
  subscription: OwnSubscription,
  kind: ChangeKind,
  detail: ChangeDetail,
  about: { obmBkId: string; before?: unknown; after?: unknown },
): Promise<number> {
  const id = await insertChange(ctx, {
    tenant_id: subscription.tenant_id,
    subscription_id: subscription.id,
    kind,
    actor_code: ctx.actor.userCode,
    actor_name: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
    detail,
  });
  const named = { obmBkId: about.obmBkId, blNo: subscription.bill_no, ctnNo: subscription.container_no };
  await writeAudit(ctx, {
    entity: 'business_data',
    entityId: String(id),
    action: kind,
    tenantId: subscription.tenant_id,
    before: { ...named, value: about.before ?? null },
    after: { ...named, value: about.after ?? null },
  });
  await publish(ctx.database, {
    tenantId: subscription.tenant_id,
    topic: 'businessData',
    payload: { subscriptionIds: [String(subscription.id)], by: ctx.actor.userCode },
  });
  return id;
}

// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import type { ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { presentSubscription } from '#server/modules/exceptions/exception/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { checkSubscriptionVersion } from './check-version.ts';
import { lockOwnSubscriptions } from './subscription-queries.ts';

const remarkMax = 200;

/** Sets the remark of a subscription; empty text takes it away. Refuses a remark over a newer state of the row. */
export async function updateRemark({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'updateSubscriptionRemark'>;
  reference: ReferenceSnapshot;
}): Promise<null> {
  const { obmTkSubscribeId, recordVersion } = input;
  if (obmTkSubscribeId == null) throw refused('error.emptyInput');
  const remark = input.remark?.trim() ?? '';
  if ([...remark].length > remarkMax) throw refused('subscription.remarkTooLong', { max: remarkMax });
  await ctx.unscoped.transaction(async () => {
    const [row] = await lockOwnSubscriptions(ctx, [obmTkSubscribeId]);
    if (row === undefined) throw notFound('subscription.notFound');
    // The same once more, as when the first answer was lost.
    if ((row.remark ?? '') === remark) return;
    await checkSubscriptionVersion(ctx, recordVersion, row, () => presentSubscription(row, ctx.lang, reference));
    await ctx.db
      .updateTable('subscription')
      .set({ remark: remark === '' ? null : remark, record_version: row.record_version + 1 })
      .where('id', '=', row.id)
      .execute();
    await writeAudit(ctx, {
      entity: 'subscription',
      entityId: String(row.id),
      action: 'remark',
      tenantId: row.tenant_id,
      before: { remark: row.remark },
      after: { remark },
    });
    await publish(ctx.unscoped, {
      tenantId: row.tenant_id,
      topic: 'subscription',
      payload: { subscriptionIds: [String(row.id)], by: ctx.actor.userCode },
    });
  });
  return null;
}

// unscoped: The exceptions were found by `ctx.db` before and are addressed by id; people are users of the tenant of the row, and live
// events name their tenant.
import { publish } from '#server/platform/realtime/index.ts';
import type { Ctx } from '#server/platform/context.ts';

/** Tells browsers of the tenants concerned that these exceptions changed, in the current transaction. */
export async function publishExceptions(ctx: Ctx, rows: readonly { id: number; tenant_id: number }[]): Promise<void> {
  for (const [tenantId, group] of Map.groupBy(rows, (row) => row.tenant_id)) {
    await publish(ctx.unscoped, {
      tenantId,
      topic: 'exception',
      payload: { changed: group.slice(0, 200).map((row) => String(row.id)), by: ctx.actor.userCode },
    });
  }
}

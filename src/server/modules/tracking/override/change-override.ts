import type { OverrideState } from '#domain/intake/fusion/types.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { insertChange, listStanding, lockOwnSubscription, updateOverride } from './queries.ts';
import type { ChangeKind, OverrideRow } from './queries.ts';

/** Who acts, as records name them. */
export const actorOf = (ctx: Ctx): { code: string; name: string } => ({
  code: ctx.actor.userCode,
  name: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
});

/** What an expert value says as history keeps it; null when it is dropped or not there. */
export const stateOf = (row: OverrideRow | undefined): OverrideState =>
  row === undefined || row.dropped_at !== null ? null : { value: row.value, active: row.active };

/** Keeps what was done with an expert value: in its history and in the audit. */
export async function noteChange(
  ctx: Ctx,
  row: OverrideRow,
  kind: ChangeKind,
  before: OverrideState,
  after: OverrideState,
): Promise<void> {
  const actor = actorOf(ctx);
  await insertChange(ctx, {
    tenant_id: row.tenant_id,
    subscription_id: row.subscription_id,
    field_override_id: row.id,
    path: row.path,
    kind,
    at: ctx.clock.now(),
    actor_code: actor.code,
    actor_name: actor.name,
    before,
    after,
  });
  await writeAudit(ctx, {
    entity: 'field_override',
    entityId: String(row.id),
    action: kind,
    tenantId: row.tenant_id,
    before: before === null ? null : { path: row.path, ...before },
    after: after === null ? null : { path: row.path, ...after },
  });
}

/**
 * Drops all expert values of a subscription, in the current transaction; they stay in the history of the run that
 * dropped them. Gives their number. The caller fuses afterwards.
 */
export async function dropOverrides(ctx: Ctx, subscriptionId: number, runId: number): Promise<number> {
  await lockOwnSubscription(ctx, subscriptionId);
  const standing = await listStanding(ctx, subscriptionId);
  for (const row of standing) {
    const dropped = await updateOverride(ctx, row, { dropped_at: ctx.clock.now(), dropped_by_run: runId });
    await noteChange(ctx, dropped, 'dropped', stateOf(row), null);
  }
  return standing.length;
}

import type { ParsedBody } from '#contract/index.ts';
import { recomputeSubscriptions } from '#server/modules/intake/collection/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { noteChange, stateOf } from './change-override.ts';
import { findChange, findOverride, listDropped, listStanding, lockOwnSubscription, updateOverride } from './queries.ts';
import type { OverrideRow } from './queries.ts';

/** Takes the last change of a field's expert value back: everything is as before it, the automatic value too. */
export async function undoOverride({
  ctx,
  input,
  pipeline,
}: {
  ctx: Ctx;
  input: ParsedBody<'undoOverride'>;
  pipeline: PipelineDeps;
}): Promise<null> {
  const { changeId } = input;
  if (changeId == null) throw refused('error.emptyInput');
  const known = await findChange(ctx, changeId);
  if (known === undefined) throw notFound();
  await ctx.unscoped.transaction(async () => {
    if ((await lockOwnSubscription(ctx, known.subscription_id)) === undefined) throw notFound('subscription.notFound');
    const change = await findChange(ctx, changeId);
    const row = change === undefined ? undefined : await findOverride(ctx, change.field_override_id);
    if (change?.last !== true || row === undefined) throw refused('override.nothingToUndo');
    const now = ctx.clock.now();
    const after =
      change.before === null
        ? await updateOverride(ctx, row, { dropped_at: now, dropped_by_run: null })
        : await updateOverride(ctx, row, { ...change.before, dropped_at: null, dropped_by_run: null });
    await noteChange(ctx, after, 'undone', stateOf(row), stateOf(after));
    await recomputeSubscriptions(pipeline, [known.subscription_id], now);
  });
  return null;
}

/** Brings back what one recompute run of a subscription dropped (the last one unless a run is named); gives their number. */
export async function restoreOverrides({
  ctx,
  input,
  pipeline,
}: {
  ctx: Ctx;
  input: ParsedBody<'restoreOverrides'>;
  pipeline: PipelineDeps;
}): Promise<number> {
  const { obmTkSubscribeId: subscriptionId, runId } = input;
  if (subscriptionId == null) throw refused('error.emptyInput');
  return ctx.unscoped.transaction(async () => {
    if ((await lockOwnSubscription(ctx, subscriptionId)) === undefined) throw notFound('subscription.notFound');
    const taken = new Set((await listStanding(ctx, subscriptionId)).map((row) => row.path));
    // A field that has an expert value again keeps the newer one.
    const dropped = (await listDropped(ctx, subscriptionId)).filter((row) => !taken.has(row.path));
    const run = runId ?? dropped[0]?.dropped_by_run;
    const wanted = new Map<string, OverrideRow>();
    for (const row of dropped) if (row.dropped_by_run === run) wanted.set(row.path, row);
    if (wanted.size === 0) throw refused('override.nothingToRestore');
    for (const row of wanted.values()) {
      const restored = await updateOverride(ctx, row, { dropped_at: null, dropped_by_run: null });
      await noteChange(ctx, restored, 'restored', null, stateOf(restored));
    }
    await recomputeSubscriptions(pipeline, [subscriptionId], ctx.clock.now());
    return wanted.size;
  });
}

import type { AttributeValue, OverrideState } from '#domain/intake/fusion/types.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Instant } from '#shared/time/instant.ts';
import { actorOf, noteChange, stateOf } from './change-override.ts';
import { findLastChange, findOverride, insertOverride, listStanding, updateOverride } from './queries.ts';
import type { OverrideRow } from './queries.ts';

/** A value that a field shall have. */
export type WantedValue = { path: string; value: AttributeValue };

/** An expert value that was entered with others: how it was before, and what it was then. */
export type EnteredValue = { id: number; path: string; before: OverrideState; value: AttributeValue };

type Of = { id: number; tenant_id: number };

/**
 * Enters expert values of a locked subscription in the current transaction; the caller fuses afterwards. Values that
 * are in force already are left alone.
 */
export async function enterValues(
  ctx: Ctx,
  subscription: Of,
  wanted: readonly WantedValue[],
  channel: string,
): Promise<EnteredValue[]> {
  if (wanted.length === 0) return [];
  const standing = new Map((await listStanding(ctx, subscription.id)).map((row) => [row.path, row]));
  const actor = actorOf(ctx);
  const stamp = { entered_by: actor.code, entered_name: actor.name, entered_at: ctx.clock.now() };
  const entered: EnteredValue[] = [];
  for (const { path, value } of wanted) {
    const known = standing.get(path);
    if (known?.active === true && known.value === value) continue;
    const before = stateOf(known);
    const row =
      known === undefined
        ? await insertOverride(ctx, {
            tenant_id: subscription.tenant_id,
            subscription_id: subscription.id,
            path,
            value,
            active: true,
            channel,
            ...stamp,
          })
        : await updateOverride(ctx, known, { value, active: true, ...stamp });
    await noteChange(ctx, row, known === undefined ? 'entered' : 'changed', before, stateOf(row));
    entered.push({ id: row.id, path, before, value });
  }
  return entered;
}

const isThere = (row: OverrideRow | undefined, value: AttributeValue): boolean =>
  row !== undefined && row.dropped_at === null && row.active && row.value === value;

/** What was done with expert values after they were entered together: who did the latest of it, when, and to which fields; undefined: nothing. */
export async function changedAfter(
  ctx: Ctx,
  entered: readonly EnteredValue[],
): Promise<{ who: string; at: Instant; paths: string[] } | undefined> {
  const rows = await Promise.all(entered.map(({ id }) => findOverride(ctx, id)));
  const changed = entered.filter(({ value }, index) => !isThere(rows[index], value));
  const last =
    changed.length === 0
      ? undefined
      : await findLastChange(
          ctx,
          changed.map(({ id }) => id),
        );
  return last && { who: last.actor_name, at: last.at, paths: changed.map(({ path }) => path) };
}

/** Puts expert values back as they were before they were entered together; false, with nothing done, when one has changed since. */
export async function takeBackValues(ctx: Ctx, entered: readonly EnteredValue[]): Promise<boolean> {
  const rows = await Promise.all(entered.map(({ id }) => findOverride(ctx, id)));
  const there = entered.flatMap(({ value, before }, index) => {
    const row = rows[index];
    return row !== undefined && isThere(row, value) ? [{ row, before }] : [];
  });
  if (there.length < entered.length) return false;
  const now = ctx.clock.now();
  for (const { row, before } of there) {
    const after = await updateOverride(
      ctx,
      row,
      before === null
        ? { dropped_at: now, dropped_by_run: null }
        : { ...before, dropped_at: null, dropped_by_run: null },
    );
    await noteChange(ctx, after, 'undone', stateOf(row), stateOf(after));
  }
  return true;
}

import type { OverrideState } from '#domain/intake/fusion/types.ts';
import { writeAudits } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import { actorOf, stateOf } from './change-override.ts';
import type { EnteredValue, WantedValue } from './enter-values.ts';
import type { ChangeKind, OverrideRow } from './queries.ts';

type Of = { id: number; tenant_id: number };
type Changed = { row: OverrideRow; before: OverrideState; kind: ChangeKind };

/** Keeps changes of many expert values: in their history and in the audit. */
async function noteChanges(ctx: Ctx, changes: readonly Changed[]): Promise<void> {
  const actor = actorOf(ctx);
  const at = ts(ctx.clock.now());
  await ctx.db
    .insertInto('field_override_change')
    .values(
      changes.map(({ row, before, kind }) => ({
        tenant_id: row.tenant_id,
        subscription_id: row.subscription_id,
        field_override_id: row.id,
        path: row.path,
        kind,
        at,
        actor_code: actor.code,
        actor_name: actor.name,
        before: before === null ? null : json(before),
        after: json(stateOf(row)),
      })),
    )
    .execute();
  await writeAudits(
    ctx,
    changes.map(({ row, before, kind }) => ({
      entity: 'field_override',
      entityId: String(row.id),
      action: kind,
      tenantId: row.tenant_id,
      before: before === null ? null : { path: row.path, ...before },
      after: { path: row.path, ...stateOf(row) },
    })),
  );
}

/**
 * Enters one expert value for many locked subscriptions at once, in the current transaction; the caller fuses afterwards. Gives what
 * was entered, by subscription; values that are in force already are left alone.
 */
export async function enterEverywhere(
  ctx: Ctx,
  subscriptions: readonly Of[],
  { path, value }: WantedValue,
  channel: string,
): Promise<Map<number, EnteredValue>> {
  if (subscriptions.length === 0) return new Map();
  const standing = await ctx.db
    .selectFrom('field_override')
    .selectAll()
    .where(
      'subscription_id',
      'in',
      subscriptions.map(({ id }) => id),
    )
    .where('path', '=', path)
    .where('dropped_at', 'is', null)
    .execute();
  const known = new Map(standing.map((row) => [row.subscription_id, row]));
  const actor = actorOf(ctx);
  const stamp = { entered_by: actor.code, entered_name: actor.name, entered_at: ts(ctx.clock.now()) };
  const fresh = subscriptions.filter(({ id }) => !known.has(id));
  const others = standing.filter((row) => !(row.active && row.value === value));
  const inserted =
    fresh.length === 0
      ? []
      : await ctx.db
          .insertInto('field_override')
          .values(
            fresh.map(({ id, tenant_id: tenantId }) => ({
              tenant_id: tenantId,
              subscription_id: id,
              path,
              value: json(value),
              active: true,
              channel,
              ...stamp,
            })),
          )
          .returningAll()
          .execute();
  const updated =
    others.length === 0
      ? []
      : await ctx.db
          .updateTable('field_override')
          .set((row) => ({
            value: json(value),
            active: true,
            ...stamp,
            record_version: row('record_version', '+', 1),
          }))
          .where(
            'id',
            'in',
            others.map(({ id }) => id),
          )
          .returningAll()
          .execute();
  const written = [...inserted, ...updated];
  if (written.length === 0) return new Map();
  const before = (row: OverrideRow): OverrideState => stateOf(known.get(row.subscription_id));
  await noteChanges(
    ctx,
    written.map((row) => ({
      row,
      before: before(row),
      kind: known.has(row.subscription_id) ? 'changed' : 'entered',
    })),
  );
  return new Map(written.map((row) => [row.subscription_id, { id: row.id, path, before: before(row), value }]));
}

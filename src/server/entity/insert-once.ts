import type { Ctx } from '#server/platform/context.ts';
import { findRaw } from './load-row.ts';
import { presentOne, type WireRow } from './present.ts';
import { insertRow, type RowInput } from './save-row.ts';
import type { EntityCallOf } from './services.ts';

/** The header with which a form says that it may be sent again: a text of its own that stays the same as long as its content does. */
export const ONCE_HEADER = 'idempotency-key';

const keyShape = /^[\w-]{16,64}$/;

/** The key of a form, or undefined when there is none of the right shape. */
export const onceKeyOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && keyShape.test(header) ? header : undefined;

/** The row that the caller added under this key, if it is still there. */
async function findMade(call: EntityCallOf<RowInput>, key: string): Promise<WireRow | undefined> {
  const { ctx, entity, services } = call;
  if (ctx.actor.kind !== 'user') return undefined;
  const entry = await ctx.database.system
    .selectFrom('audit_log')
    .select('entity_id')
    .where('request_id', '=', key)
    .where('entity', '=', entity.name)
    .where('action', '=', 'insert')
    .where('actor_id', '=', ctx.actor.userId)
    .limit(1)
    .executeTakeFirst();
  if (entry === undefined) return undefined;
  const row = await findRaw(ctx, entity, Number(entry.entity_id));
  return row === undefined ? undefined : presentOne(ctx, entity, row, services);
}

/**
 * Adds a row; when the same form came before, and only its answer was lost on the way, gives the row it made then. The
 * audit keeps the key in the place of the request's id, in the transaction of the row itself.
 */
export async function insertOnce(call: EntityCallOf<RowInput>, key: string | undefined): Promise<WireRow> {
  if (key === undefined) return insertRow(call);
  const made = await findMade(call, key);
  if (made !== undefined) return made;
  const ctx: Ctx = { ...call.ctx, requestId: key };
  try {
    return await insertRow({ ...call, ctx });
  } catch (error) {
    // Both copies may have come at the same moment: what tells rows apart lets one of them in.
    const meanwhile = await findMade(call, key);
    if (meanwhile !== undefined) return meanwhile;
    throw error;
  }
}

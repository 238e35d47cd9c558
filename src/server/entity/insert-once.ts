import type { Ctx } from '#server/platform/context.ts';
import type { Entity } from '#shared/entity/declare.ts';
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

/** The id of the row that the caller added under this key. */
async function idMade(ctx: Ctx, entity: Entity, key: string): Promise<number | undefined> {
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
  return entry === undefined ? undefined : Number(entry.entity_id);
}

/**
 * Adds by `insert`; when the same form came before, and only its answer was lost on the way, gives what it made then, as
 * `find` reads it by id (undefined when it is gone). The audit keeps the key in the place of the request's id, in the
 * transaction of the row itself: `insert` has to write it with the context it is given.
 */
export async function onlyOnce<T>(
  { ctx, entity, key }: { ctx: Ctx; entity: Entity; key: string | undefined },
  find: (id: number) => Promise<T | undefined>,
  insert: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (key === undefined) return insert(ctx);
  const findMade = async (): Promise<T | undefined> => {
    const id = await idMade(ctx, entity, key);
    return id === undefined ? undefined : find(id);
  };
  const made = await findMade();
  if (made !== undefined) return made;
  try {
    return await insert({ ...ctx, requestId: key });
  } catch (error) {
    // Both copies may have come at the same moment: what tells rows apart lets one of them in.
    const meanwhile = await findMade();
    if (meanwhile !== undefined) return meanwhile;
    throw error;
  }
}

/** Adds a row, and no second one for the same form. */
export const insertOnce = (call: EntityCallOf<RowInput>, key: string | undefined): Promise<WireRow> =>
  onlyOnce(
    { ctx: call.ctx, entity: call.entity, key },
    async (id) => {
      const row = await findRaw(call.ctx, call.entity, id);
      return row === undefined ? undefined : presentOne(call.ctx, call.entity, row, call.services);
    },
    (ctx) => insertRow({ ...call, ctx }),
  );

// unscoped: Rows were chosen by the entity’s own scope before; history, users of a row and runs are addressed by id, and live events of
// master data have no tenant.
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused, type AppError } from '#server/platform/errors/app-error.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { columnsOf, loose, type RawRow } from './raw-rows.ts';
import { presentOne, type WireRow } from './present.ts';
import type { EntityCallOf, EntityServices } from './services.ts';

/** A row of the caller's scope, or undefined. */
export async function findRaw(ctx: Ctx, entity: Entity, id: number, lock = false): Promise<RawRow | undefined> {
  const query = loose(ctx.db).selectFrom(entity.table).selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** A row of the caller's scope; another tenant's row is no row. */
export async function getRaw(ctx: Ctx, entity: Entity, id: number | null | undefined, lock = false): Promise<RawRow> {
  if (id === null || id === undefined) throw refused('error.emptyInput');
  const row = await findRaw(ctx, entity, id, lock);
  if (row === undefined) throw notFound();
  return row;
}

/** One row as the wire shows it. */
export async function getRow({ ctx, entity, services, input }: EntityCallOf<number>): Promise<WireRow> {
  return presentOne(ctx, entity, await getRaw(ctx, entity, input), services);
}

/** Who changed a row last, by name, and when; `who` is empty where it was no person but the system. */
export type LastChange = { who: string; time: number | null };

async function lastChange(ctx: Ctx, entity: string, id: unknown): Promise<LastChange> {
  const last = await ctx.unscoped.system
    .selectFrom('audit_log as a')
    .leftJoin('app_user as u', 'u.id', 'a.actor_id')
    .select(['a.actor_code', 'a.at', 'u.name_cn'])
    .where('a.entity', '=', entity)
    .where('a.entity_id', '=', String(id))
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { who: last?.name_cn ?? last?.actor_code ?? '', time: last?.at ?? null };
}

/**
 * The refusal of a change that was made on an older state: says who was faster and how it is by now; `entity` as the audit
 * names it, `last` where more than the audit knows who changed it. What no person changed, the system did.
 */
export async function olderStateError(
  ctx: Ctx,
  { entity, id, current, last }: { entity: string; id: unknown; current: unknown; last?: LastChange | undefined },
): Promise<AppError> {
  const { who, time } = last ?? (await lastChange(ctx, entity, id));
  const data = { stale: true, current, who, time };
  return who === '' ? refused('error.staleBySystem', {}, data) : refused('error.stale', { who }, data);
}

/** The same for a row of an entity. */
export const staleError = async (ctx: Ctx, entity: Entity, row: RawRow, services: EntityServices): Promise<AppError> =>
  olderStateError(ctx, {
    entity: entity.name,
    id: row['id'],
    current: await presentOne(ctx, entity, row, services),
  });

/** Refuses a change that does not say which version it was made on, or was made on an older one, which `older` tells. */
export async function checkVersion(seen: unknown, stored: unknown, older: () => Promise<AppError>): Promise<void> {
  if (seen === null || seen === undefined) throw refused('error.versionMissing');
  if (Number(seen) !== Number(stored)) throw await older();
}

/** Who writes, where the table keeps the name of the last one who did. */
export const authorStamp = ({ actor }: Ctx, entity: Entity): Record<string, unknown> =>
  'last_modifier_name' in columnsOf(entity.table)
    ? { last_modifier_name: actor.kind === 'user' ? actor.name : actor.userCode }
    : {};

/** What every change sets besides its values. */
export function stamps(ctx: Ctx, entity: Entity, version: number): Record<string, unknown> {
  return {
    record_version: version,
    ...('updated_at' in columnsOf(entity.table) ? { updated_at: new Date(realClock.now()) } : {}),
    ...authorStamp(ctx, entity),
  };
}

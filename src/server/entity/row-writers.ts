// unscoped: Rows were chosen by the entity’s own scope before; history, users of a row and runs are addressed by id, and live events of
// master data have no tenant.
import type { RowWriter } from '#contract/entity.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { columnsOf, loose } from './raw-rows.ts';
import type { EntityCallOf } from './services.ts';

type Written = { entity_id: string; at: Instant; who: string };

/** Rows made within the first hour of an installation came with the product. */
const seedingMs = HOUR_MS;

/**
 * Who last wrote rows of the caller's scope and when, by the audit and by systems that write past it. Rows that came with the product
 * are its initial data; rows of which nothing is known are left out.
 */
export async function listWriters({
  ctx,
  entity,
  services,
  input: ids,
}: EntityCallOf<readonly number[]>): Promise<RowWriter[]> {
  if (ids.length === 0) return [];
  const made = 'created_at' in columnsOf(entity.table) ? ['created_at' as const] : [];
  const seen = await loose(ctx.db)
    .selectFrom(entity.table)
    .select(['id', ...made])
    .where('id', 'in', ids)
    .execute();
  const own = seen.map((row) => Number(row['id']));
  if (own.length === 0) return [];
  const rows = await ctx.unscoped.query<Written>(
    `select w.id as entity_id, a.at, coalesce(u.name_cn, a.actor_code) as who from unnest($2::text[]) as w(id)
       cross join lateral (select at, actor_id, actor_code from audit_log where entity = $1 and entity_id = w.id
         and action in ('insert', 'update', 'restore') order by id desc limit 1) a
       left join app_user u on u.id = a.actor_id`,
    [entity.name, own.map(String)],
  );
  const [installed] = await ctx.unscoped.query<{ at: Instant | null }>('select min(created_at) as at from tenant');
  const seededUntil = (installed?.at ?? 0) + seedingMs;
  const people = new Map(rows.map((row) => [Number(row.entity_id), { source: row.who, time: row.at }]));
  const systems = await services.hooks[entity.name]?.writtenBy?.(ctx, own);
  return seen.flatMap((row) => {
    const id = Number(row['id']);
    const [newest] = [people.get(id), systems?.get(id)]
      .flatMap((writer) => writer ?? [])
      .toSorted((one, other) => other.time - one.time);
    if (newest !== undefined) return [{ id: String(id), ...newest }];
    const time = row['created_at'];
    if (typeof time !== 'number' || time > seededUntil) return [];
    return [{ id: String(id), source: serverText('source.initialData', {}, ctx.lang), time }];
  });
}

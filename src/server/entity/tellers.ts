import type { EntityTeller } from '#contract/entity.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { columnsOf, loose } from './raw-rows.ts';
import type { EntityCallOf } from './services.ts';

type Written = { entity_id: string; at: number; who: string };

/**
 * Who last wrote rows of the caller's scope and when, by the audit and by systems that write past it; what came with the product is
 * told by the system. Rows of which nothing is known are left out.
 */
export async function listTellers({
  ctx,
  entity,
  services,
  input: ids,
}: EntityCallOf<readonly number[]>): Promise<EntityTeller[]> {
  if (ids.length === 0) return [];
  // Tables of configuration that came with the product say when their rows were made.
  const made = 'created_at' in columnsOf(entity.table) ? ['created_at' as const] : [];
  const seen = await loose(ctx.db)
    .selectFrom(entity.table)
    .select(['id', ...made])
    .where('id', 'in', ids)
    .execute();
  const own = seen.map((row) => Number(row['id']));
  const system = serverText('source.system', {}, ctx.lang);
  if (own.length === 0) return [];
  const rows = await ctx.database.query<Written>(
    `select w.id as entity_id, a.at, coalesce(u.name_cn, a.actor_code) as who from unnest($2::text[]) as w(id)
       cross join lateral (select at, actor_id, actor_code from audit_log where entity = $1 and entity_id = w.id order by id desc limit 1) a
       left join app_user u on u.id = a.actor_id`,
    [entity.name, own.map(String)],
  );
  const people = new Map(rows.map((row) => [Number(row.entity_id), { source: row.who, time: row.at }]));
  const systems = await services.hooks[entity.name]?.writtenBy?.(ctx, own);
  return seen.flatMap((row) => {
    const id = Number(row['id']);
    const [newest] = [people.get(id), systems?.get(id)]
      .flatMap((said) => said ?? [])
      .toSorted((one, other) => other.time - one.time);
    if (newest !== undefined) return [{ id: String(id), ...newest }];
    const time = row['created_at'];
    return typeof time === 'number' ? [{ id: String(id), source: system, time }] : [];
  });
}

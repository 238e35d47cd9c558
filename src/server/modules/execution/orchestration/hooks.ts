// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import { sql } from 'kysely';
import { processEntity } from '#entities/process.ts';
import { statedError, type EntityHooks, type RawRow, type RowUsers } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { lockName } from '#server/platform/db/lock-name.ts';

/** The shortest chain of sub-packages that leads from one version to another, by name; undefined when there is none. Packages have no tenants. */
async function chainBetween(ctx: Ctx, from: number, to: number): Promise<string[] | undefined> {
  const { rows } = await sql<{ names: string[] }>`
    with recursive parts (id, ids, names) as (
      select v.id, array[v.id], array[p.package_name || ' ' || v.package_version]
        from package_version v join package p on p.id = v.package_id where v.id = ${from}
      union all
      select v.id, parts.ids || v.id, parts.names || (p.package_name || ' ' || v.package_version)
        from parts
        join package_version_package s on s.package_version_id = parts.id
        join package_version v on v.id = s.detail_package_version_id
        join package p on p.id = v.package_id
       where v.id <> all(parts.ids) and parts.id <> ${to}
    )
    select names from parts where id = ${to} order by cardinality(ids) limit 1`.execute(ctx.unscoped.system);
  return rows[0]?.names;
}

/** A version must not contain itself, directly or through others. */
async function refuseCycle(ctx: Ctx, { before, after }: { before: RawRow | undefined; after: RawRow }): Promise<void> {
  const whole = Number(after['package_version_id']);
  const part = Number(after['detail_package_version_id']);
  if (before !== undefined && Number(before['detail_package_version_id']) === part) return;
  // One at a time: two halves of a cycle must not be saved beside each other.
  await lockName(ctx.unscoped, 'package_version_package');
  const chain = await chainBetween(ctx, part, whole);
  if (chain === undefined) return;
  const path = [chain.at(-1), ...chain].join(' → ');
  throw statedError(
    ctx,
    { zh: `子产品不能包含自身：${path}`, en: `A package cannot contain itself: ${path}` },
    { fields: [{ field: 'detailPackageVersionId', message: path }] },
  );
}

const namesShown = 5;

/** Processes whose scripts read an asset: a script names it as a text, and a process also runs the scripts of sub-packages. */
async function readersOfAsset(ctx: Ctx, row: RawRow): Promise<RowUsers[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive versions (id) as (
      select v.id from package_version v, unnest(array['''', '"', chr(96)]) as quote (mark)
       where position(lower(mark || ${String(row['asset_type'])}::text || mark) in lower(v.script)) > 0
      union select s.package_version_id from versions
        join package_version_package s on s.detail_package_version_id = versions.id
    )
    select id from process where package_version_id in (select id from versions) order by id`.execute(
    ctx.unscoped.system,
  );
  if (rows.length === 0) return [];
  // Those of all tenants count; only those within the caller's scope are named.
  const own = await ctx.db
    .selectFrom('process')
    .select('process_name')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .limit(namesShown)
    .execute();
  const names = own.map((process) => process.process_name ?? '');
  return [{ entity: processEntity.name, label: processEntity.label, count: rows.length, names }];
}

/** What declarations of packages and processes cannot say. */
export const orchestrationHooks: Readonly<Record<string, EntityHooks>> = {
  asset: { usersOf: readersOfAsset },
  pvp: { beforeWrite: refuseCycle },
};

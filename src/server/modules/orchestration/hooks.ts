import { sql } from 'kysely';
import { saidError, type EntityHooks, type RawRow } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';

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
    select names from parts where id = ${to} order by cardinality(ids) limit 1`.execute(ctx.database.system);
  return rows[0]?.names;
}

/** A version must not contain itself, directly or through others. */
async function refuseCycle(ctx: Ctx, { before, after }: { before: RawRow | undefined; after: RawRow }): Promise<void> {
  const whole = Number(after['package_version_id']);
  const part = Number(after['detail_package_version_id']);
  if (before !== undefined && Number(before['detail_package_version_id']) === part) return;
  // One at a time: two halves of a cycle must not be saved beside each other.
  await sql`select pg_advisory_xact_lock(hashtext('package_version_package'))`.execute(ctx.database.system);
  const chain = await chainBetween(ctx, part, whole);
  if (chain === undefined) return;
  const path = [chain.at(-1), ...chain].join(' → ');
  throw saidError(
    ctx,
    { zh: `子产品不能包含自身：${path}`, en: `A package cannot contain itself: ${path}` },
    { fields: [{ field: 'detailPackageVersionId', message: path }] },
  );
}

/** What declarations of packages and processes cannot say. */
export const orchestrationHooks: Readonly<Record<string, EntityHooks>> = {
  pvp: { beforeWrite: refuseCycle },
};

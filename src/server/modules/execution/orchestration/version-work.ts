// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { packageVersion } from '#entities/package-version.ts';
import { checkMayWrite } from '#server/entity/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { followVersionCron } from '#server/modules/execution/schedule/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';

const hostsOf = (text: string | null): string[] => (text ?? '').split(',').filter(Boolean);

/** A version with its package; packages have no tenants. */
export async function versionOf(ctx: Ctx, id: number) {
  const row = await ctx.unscoped.system
    .selectFrom('package_version as v')
    .innerJoin('package as p', 'p.id', 'v.package_id')
    .select(['v.id', 'v.package_id', 'v.package_version', 'v.package_version_status', 'v.handler_name', 'v.script'])
    .select(['v.script_hosts', 'v.cron_expression', 'p.package_name'])
    .where('v.id', '=', id)
    .forUpdate('v')
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

/** Jobs of any tenant but trials ran it: then it stays as it is. */
async function isUsed(ctx: Ctx, versionId: number): Promise<boolean> {
  const job = await ctx.unscoped.system
    .selectFrom('job')
    .select('id')
    .where('package_version_id', '=', versionId)
    .where('trial_of', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return job !== undefined;
}

/** What a version runs. */
export function getVersionWork(ctx: Ctx, id: number): Promise<CallData<'versionWork'>> {
  return ctx.unscoped.transaction(async () => {
    const version = await versionOf(ctx, id);
    const rows = await ctx.db
      .selectFrom('process')
      .select('package_version_id')
      .where('package_id', '=', version.package_id)
      .execute();
    const processes = rows.filter((row) => row.package_version_id === id).length;
    return {
      packageVersionId: String(version.id),
      packageName: version.package_name,
      packageVersion: version.package_version,
      handlerName: version.handler_name,
      script: version.script,
      hosts: hostsOf(version.script_hosts),
      used: await isUsed(ctx, id),
      processes,
      otherProcesses: rows.length - processes,
    };
  });
}

/** Saves what a version runs: a handler or a script, not both; a version that was used is not changed. */
export function saveVersionWork(ctx: Ctx, input: ParsedBody<'versionWorkSave'>): Promise<null> {
  // All tenants run the same packages.
  checkMayWrite(ctx, packageVersion);
  return ctx.unscoped.transaction(async () => {
    const version = await versionOf(ctx, input.packageVersionId);
    if (await isUsed(ctx, version.id)) throw refused('version.used', { version: version.package_version });
    const script = input.script == null || input.script.trim() === '' ? null : input.script;
    const handler = input.handlerName == null || input.handlerName === '' ? null : input.handlerName;
    if (script !== null && handler !== null) throw refused('version.oneWork');
    const after = {
      handler_name: handler,
      script,
      script_hosts: script === null ? null : input.hosts.map((host) => host.toLowerCase()).join(','),
    };
    await ctx.unscoped.system
      .updateTable('package_version')
      .set({ ...after, shipped: false })
      .where('id', '=', version.id)
      .execute();
    await writeAudit(ctx, {
      entity: 'packageVersion',
      entityId: String(version.id),
      action: 'update',
      tenantId: null,
      before: { handler_name: version.handler_name, script: version.script, script_hosts: version.script_hosts },
      after,
    });
    return null;
  });
}

/** Has the processes of the package run this version from now on, of the caller's tenants; a former version is gone back to. */
export function releaseVersion(ctx: Ctx, id: number): Promise<CallData<'versionRelease'>> {
  return ctx.unscoped.transaction(async () => {
    const version = await versionOf(ctx, id);
    if (version.package_version_status !== 'AVAILABLE')
      throw refused('version.notAvailable', { version: version.package_version });
    const others = await ctx.db
      .selectFrom('process as p')
      .innerJoin('package_version as v', 'v.id', 'p.package_version_id')
      .select(['p.id', 'p.tenant_id', 'p.package_version_id', 'v.package_version'])
      .where('p.package_id', '=', version.package_id)
      .orderBy('p.id')
      .forUpdate('p')
      .execute();
    const there = new Set(others.filter((row) => row.package_version_id === id).map((row) => row.tenant_id));
    const moved: number[] = [];
    for (const process of others) {
      // A tenant that has a process of this version already keeps both.
      if (process.package_version_id === id || there.has(process.tenant_id)) continue;
      there.add(process.tenant_id);
      await ctx.db.updateTable('process').set({ package_version_id: id }).where('id', '=', process.id).execute();
      await writeAudit(ctx, {
        entity: 'process',
        entityId: String(process.id),
        action: 'releaseVersion',
        tenantId: process.tenant_id,
        before: { packageVersion: process.package_version },
        after: { packageVersion: version.package_version },
      });
      moved.push(process.id);
    }
    await followVersionCron(ctx, { processIds: moved }, version.cron_expression);
    return { processes: moved.length };
  });
}

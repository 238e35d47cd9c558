// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import { writeAudits } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { settleSchedules } from './settle.ts';

const namesShown = 5;

type Follower = { id: number; tenant_id: number; schedule_name: string; cron_expression: string };

/** Schedules without an expression of their own, locked: those of given processes, or of all that run a version. */
const lockFollowers = (ctx: Ctx, of: { versionId: number } | { processIds: readonly number[] }): Promise<Follower[]> =>
  ctx.unscoped.query<Follower>(
    `select s.id, s.tenant_id, s.schedule_name, s.cron_expression from schedule s join process p on p.id = s.process_id
      where s.own_cron is null and (p.package_version_id = $1 or p.id = any($2::bigint[])) order by s.id for no key update of s`,
    'versionId' in of ? [of.versionId, []] : [null, of.processIds],
  );

/** Refuses to take the expression away that schedules run by; those within the caller's scope are named. */
function refuseNone(ctx: Ctx, followers: readonly Follower[]): never {
  const { scope } = ctx;
  const own = followers.filter((row) => scope.kind === 'all' || scope.tenantIds.includes(row.tenant_id));
  const names = own.slice(0, namesShown).map((row) => row.schedule_name);
  throw refused(names.length === 0 ? 'schedule.needVersionCron' : 'schedule.needVersionCronOf', {
    count: followers.length,
    names: names.join(ctx.lang === 'zh' ? '、' : ', '),
  });
}

/**
 * Has schedules without an expression of their own run by another one, in the current transaction: their version got it, or their
 * process another version. What was due until now is decided by the old one.
 */
export async function followVersionCron(
  ctx: Ctx,
  of: { versionId: number } | { processIds: readonly number[] },
  cron: string | null,
): Promise<void> {
  const followers = (await lockFollowers(ctx, of)).filter((row) => row.cron_expression !== cron);
  if (followers.length === 0) return;
  if (cron === null || cron === '') refuseNone(ctx, followers);
  const ids = followers.map(({ id }) => id);
  await settleSchedules({ ...ctx, database: ctx.unscoped }, ids);
  await ctx.unscoped.execute(
    'update schedule set cron_expression = $2, record_version = record_version + 1 where id = any($1)',
    [ids, cron],
  );
  await writeAudits(
    ctx,
    followers.map((row) => ({
      entity: 'schedule',
      entityId: String(row.id),
      action: 'update',
      tenantId: row.tenant_id,
      before: { cron_expression: row.cron_expression },
      after: { cron_expression: cron },
    })),
  );
}

/** The expression of the version of a process, which stays as it is until the current transaction ends. */
export async function versionCronOf(ctx: Ctx, processId: number): Promise<string | null> {
  const [row] = await ctx.unscoped.query<{ cron: string | null }>(
    `select nullif(v.cron_expression, '') as cron from process p join package_version v on v.id = p.package_version_id
      where p.id = $1 for share of p, v`,
    [processId],
  );
  return row?.cron ?? null;
}

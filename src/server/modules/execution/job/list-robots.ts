import type { CallData } from '#contract/index.ts';
import { endKey, issueKey } from '#server/platform/auth/issued-keys.ts';
import type { RemoteReason } from '#server/connectors/uipath/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { readLoads } from './job-load.ts';
import { isOneOf } from '#shared/values/objects.ts';

const remoteReasons: readonly RemoteReason[] = [
  'unreachable',
  'credentials',
  'forbidden',
  'throttled',
  'refused',
  'notFound',
  'noAnswer',
];

/** Why an orchestrator does not answer, in words; what it stated itself stays as it stated it. */
function remoteProblemText(problem: string | null, lang: Lang): string | null {
  if (problem === null) return null;
  const [reason = '', detail = ''] = problem.split(/: (.*)/s);
  if (detail === 'internal_address') return serverText('robot.remote.internal', {}, lang);
  return isOneOf(remoteReasons, reason) ? serverText(`robot.remote.${reason}`, { detail }, lang) : problem;
}

/** What the robots of the caller's tenants are doing now. */
export async function listRobotStates(ctx: Ctx): Promise<CallData<'robotStates'>> {
  const robots = await ctx.db
    .selectFrom('robot as r')
    .leftJoin('robot_key as k', (join) => join.onRef('k.id', '=', 'r.robot_key_id').on('k.revoked_at', 'is', null))
    .select(['r.id', 'r.robot_name as robotName', 'r.state', 'r.last_seen_at as lastSeenTime', 'r.host'])
    .select(['r.agent_version as agentVersion', 'r.capabilities', 'r.skew_ms as skewMs', 'k.prefix as keyPrefix'])
    .select(['r.remote_url as remoteUrl', 'r.remote_problem as remoteProblem', 'r.remote_robots as remoteRobots'])
    .orderBy('r.robot_name')
    .limit(2000)
    .execute();
  const jobs = await ctx.db
    .selectFrom('job')
    .select(['id', 'robot_id', 'process_name', 'progress'])
    .where('status', 'in', ['Running', 'Stopping'])
    .orderBy('id')
    .execute();
  const loads = await readLoads(ctx);
  return robots.map(({ id, remoteUrl, ...row }) => ({
    ...row,
    robotId: String(id),
    remote: remoteUrl !== null,
    remoteProblem: remoteProblemText(row.remoteProblem, ctx.lang),
    load: loads.ofRobot(id),
    jobs: jobs
      .filter((job) => job.robot_id === id)
      .map((job) => ({ jobId: String(job.id), processName: job.process_name, progress: job.progress })),
  }));
}

/** Makes the key of a robot; its text is answered this once. The key before ends, and with it the agent that has it. */
export function makeRobotKey(ctx: Ctx, robotId: number): Promise<CallData<'robotKey'>> {
  return ctx.unscoped.transaction(async () => {
    const robot = await ctx.db
      .selectFrom('robot')
      .select(['id', 'tenant_id', 'robot_name', 'robot_key_id'])
      .where('id', '=', robotId)
      .forUpdate()
      .executeTakeFirst();
    if (robot === undefined) throw notFound();
    if (robot.robot_key_id !== null) await endKey(ctx, 'robotKey', robot.robot_key_id);
    const { id, key } = await issueKey(ctx, 'robotKey', { tenantId: robot.tenant_id, name: robot.robot_name });
    await ctx.db
      .updateTable('robot')
      .set({ robot_key_id: Number(id) })
      .where('id', '=', robot.id)
      .execute();
    return { key };
  });
}

/** Robots in environments and processes bound to them, of the caller's tenants. */
export async function listEnvironmentUse(ctx: Ctx): Promise<CallData<'environmentUse'>> {
  const environments = await ctx.db.selectFrom('environment').select(['id', 'default_flag']).orderBy('id').execute();
  const robots = await ctx.db
    .selectFrom('robot')
    .select(['id', 'robot_name', 'state', 'environment_id'])
    .orderBy('robot_name')
    .execute();
  const processes = await ctx.db
    .selectFrom('process as p')
    .innerJoin('tenant as t', 't.id', 'p.tenant_id')
    .select(['p.id', 'p.process_name', 'p.environment_id', 't.name', 't.name_en'])
    .orderBy('p.process_name')
    .execute();
  const loads = await readLoads(ctx);
  const inside = (ids: string | null, id: number): boolean => (ids ?? '').split(',').includes(String(id));
  return environments.map(({ id, default_flag: isDefault }) => ({
    environmentId: String(id),
    isDefault,
    load: loads.ofEnvironment(id),
    robots: robots
      .filter((robot) => inside(robot.environment_id, id))
      .map((robot) => ({ robotId: String(robot.id), robotName: robot.robot_name, state: robot.state })),
    processes: processes
      .filter((process) => (process.environment_id === null ? isDefault : process.environment_id === id))
      .map((process) => ({
        processId: String(process.id),
        processName: process.process_name ?? '',
        tenantName: (ctx.lang === 'en' ? process.name_en : null) ?? process.name,
      })),
  }));
}

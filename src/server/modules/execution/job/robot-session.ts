// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { noteKeyUse } from '#server/platform/auth/issued-keys.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { hashToken, randomToken } from '#server/platform/crypto/index.ts';
import { ts } from '#server/platform/db/instants.ts';
import { AppError, refused } from '#server/platform/errors/app-error.ts';
import { type Instant, SECOND_MS } from '#shared/time/instant.ts';
import { faultJob } from './fault-job.ts';
import { lockJob } from './move-job.ts';
import { refreshRobots, seeRobot } from './robot-state.ts';
import { heartbeatMs, type JobDeps, pollMs } from './types.ts';

/** Versions of the protocol that are spoken here. */
const protocols: readonly number[] = [1];

/** A robot as its agent speaks for it. */
export type RobotRecord = {
  id: number;
  name: string;
  sessionId: string | null;
  slots: number;
  enabled: boolean;
  lostAfterMs: number;
};

/** A robot that showed its key; `tenantId` null: a key of the platform. */
export type KeyedRobot = RobotRecord & { keyId: number; tenantId: number | null };

type RobotOfKey = Omit<KeyedRobot, 'lostAfterMs'> & { lastUsedAt: Instant | null; lostAfterS: number };

/** The robot of a key that was not revoked and whose tenant is active: every call of a robot begins with it. */
const robotOfKey = `
  select k.id as "keyId", k.tenant_id as "tenantId", k.last_used_at as "lastUsedAt", r.id, r.robot_name as name,
      r.session_id as "sessionId", r.slots, r.enabled, r.lost_after_s as "lostAfterS"
    from robot_key k join robot r on r.robot_key_id = k.id left join tenant t on t.id = k.tenant_id
   where k.key_hash = $1 and k.revoked_at is null and t.active is not false`;

/** The robot whose key is shown; 401 for everybody else. */
export async function admitAgent(ctx: Ctx, key: string | undefined): Promise<KeyedRobot> {
  const [robot] =
    key === undefined || key.length > 200 ? [] : await ctx.unscoped.query<RobotOfKey>(robotOfKey, [hashToken(key)]);
  if (robot === undefined) throw new AppError('robot.keyInvalid', {}, 'unauthenticated');
  const { lastUsedAt, lostAfterS, ...shown } = robot;
  await noteKeyUse(ctx.unscoped, 'robotKey', { id: robot.keyId, lastUsedAt }, ctx.clock.now());
  return { ...shown, lostAfterMs: lostAfterS * SECOND_MS };
}

/** Another agent has begun a session as the same robot: this one is to end. */
export function checkSession(robot: RobotRecord, session: string): void {
  if (robot.sessionId !== session) throw refused('robot.sessionReplaced', {}, { code: 'session_replaced' });
}

/** Begins a session. What a session before had is lost: a robot that starts again does not go on with it. */
export async function registerAgent(
  ctx: Ctx,
  deps: JobDeps,
  { robot, input }: { robot: RobotRecord; input: ParsedBody<'robotRegister'> },
): Promise<CallData<'robotRegister'>> {
  if (!protocols.includes(input.protocol))
    throw refused('robot.protocol', { spoken: protocols.join(', ') }, { code: 'protocol', protocols });
  const session = randomToken();
  const now = realClock.now();
  await ctx.unscoped.transaction(async () => {
    await giveUpJobs(deps, robot);
    await ctx.unscoped.system
      .updateTable('robot')
      .set({
        session_id: session,
        registered_at: ts(now),
        last_seen_at: ts(now),
        disconnected_at: null,
        agent_version: input.agentVersion,
        protocol_version: input.protocol,
        capabilities: input.capabilities,
        host: input.host,
        skew_ms: skewOf(input.sentAt, now),
      })
      .where('id', '=', robot.id)
      .execute();
    await refreshRobots(ctx.unscoped, robot.id);
  });
  return {
    robotId: String(robot.id),
    robotName: robot.name,
    session,
    protocol: 1,
    // Several signs of life fit into the time after which it is lost.
    heartbeatSeconds: Math.max(1, Math.floor(Math.min(heartbeatMs, robot.lostAfterMs / 3) / SECOND_MS)),
    leaseSeconds: robot.lostAfterMs / SECOND_MS,
    pollSeconds: pollMs / SECOND_MS,
    slots: robot.slots,
    serverTime: now,
  };
}

const maxSkewMs = 2_000_000_000;

const skewOf = (sentAt: number, now: number): number =>
  Math.round(Math.max(-maxSkewMs, Math.min(maxSkewMs, sentAt - now)));

/** Gives up what a robot still has; before its row is changed, as jobs are locked before their robot. */
async function giveUpJobs(deps: JobDeps, robot: RobotRecord): Promise<void> {
  const jobs = await deps.database.system
    .selectFrom('job')
    .select('id')
    .where('robot_id', '=', robot.id)
    .where('status', 'in', ['Running', 'Stopping'])
    .orderBy('id')
    .execute();
  for (const { id } of jobs) await faultJob(deps, await lockJob(deps, id), { reason: 'robotRestarted' });
}

type HeldJob = { id: number; fence: number; status: 'Running' | 'Stopping' };

/** Keeps the leases of the jobs that a robot still holds, locked in the order of their ids, with what it tells of them. */
const keepLeases = `
  with told as (select * from unnest($3::bigint[], $4::bigint[], $5::int[], $6::text[]) as n(id, fence, progress, progress_text)),
  held as (
    select j.id, n.progress, n.progress_text from job j join told n on n.id = j.id and n.fence = j.fence
     where j.robot_id = $1 and j.status in ('Running', 'Stopping') order by j.id for update of j)
  update job j set lease_until = $2, progress = coalesce(h.progress, j.progress), progress_text = coalesce(h.progress_text, j.progress_text)
    from held h where j.id = h.id returning j.id, j.fence, j.status`;

async function keepJobs(
  { unscoped: database }: Ctx,
  { robot, jobs, now }: { robot: RobotRecord; jobs: ParsedBody<'robotHeartbeat'>['jobs']; now: Instant },
): Promise<HeldJob[]> {
  if (jobs.length === 0) return [];
  const { rows } = await database.execute<HeldJob>(keepLeases, [
    robot.id,
    ts(now + robot.lostAfterMs),
    jobs.map(({ jobId }) => jobId),
    jobs.map(({ fence }) => fence),
    jobs.map(({ progress }) => progress ?? null),
    jobs.map(({ progressText }) => progressText ?? null),
  ]);
  return rows;
}

/** A sign of life: leases of the jobs at hand go on, and the agent hears what to stop. Jobs are locked before their robot, as everywhere. */
export async function beat(
  ctx: Ctx,
  { robot, input }: { robot: RobotRecord; input: ParsedBody<'robotHeartbeat'> },
): Promise<CallData<'robotHeartbeat'>> {
  checkSession(robot, input.session);
  const now = realClock.now();
  const held = await ctx.unscoped.transaction(async () => {
    const jobs = await keepJobs(ctx, { robot, jobs: input.jobs, now });
    await seeRobot(ctx.unscoped, robot.id, skewOf(input.sentAt, now));
    return new Map(jobs.map(({ id, fence, status }) => [`${id} ${fence}`, status]));
  });
  const signals = input.jobs.flatMap(({ jobId, fence }): CallData<'robotHeartbeat'>['signals'] => {
    const status = held.get(`${jobId} ${fence}`);
    return status === 'Running' ? [] : [{ jobId: String(jobId), signal: status === undefined ? 'kill' : 'stop' }];
  });
  return { serverTime: now, enabled: robot.enabled, signals };
}

/** Ends a session; what the robot still had is lost. */
export function disconnectAgent(
  ctx: Ctx,
  deps: JobDeps,
  { robot, input }: { robot: RobotRecord; input: ParsedBody<'robotDisconnect'> },
): Promise<null> {
  checkSession(robot, input.session);
  return ctx.unscoped.transaction(async () => {
    await giveUpJobs(deps, robot);
    await ctx.unscoped.system
      .updateTable('robot')
      .set({ session_id: null, disconnected_at: ts(realClock.now()) })
      .where('id', '=', robot.id)
      .execute();
    await refreshRobots(ctx.unscoped, robot.id);
    return null;
  });
}

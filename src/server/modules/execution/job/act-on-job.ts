// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import { isEnded, killPath } from '#domain/execution/job/job-status.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import type { MessageParams, ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import { limitsOf } from './limits.ts';
import { lockJob, moveJob, openParts } from './move-job.ts';
import { repeatJob } from './retry-job.ts';
import type { JobActor, JobDeps, JobRow } from './types.ts';

/** The person who acts, as histories name them. */
export const personOf = (ctx: Ctx): JobActor => ({
  kind: 'user',
  name: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
});

/** Asks the robot to end a job safely; one that no robot has yet is ended at once. */
async function stop(deps: JobDeps, job: JobRow, actor: JobActor): Promise<JobRow | undefined> {
  if (job.status === 'Pending') return moveJob(deps, job, 'Stopped', { actor, reason: 'cancelled' });
  if (job.status !== 'Running') return undefined;
  const { stopMs } = await limitsOf(deps, job);
  if (job.parts_state === 'running') await stopParts(deps, job, actor);
  const set = { stop_until: ts(realClock.now() + stopMs), stop_by: actor.name };
  return moveJob(deps, job, 'Stopping', { actor, reason: 'stopAsked', set });
}

/** A stop of the whole asks its parts to stop: those that no robot has yet end at once. */
async function stopParts(deps: JobDeps, job: JobRow, actor: JobActor): Promise<void> {
  for (const part of await openParts(deps, job.id)) await stop(deps, part, actor);
}

/** Ends a job at once, whatever its robot does: the robot learns it with its next heartbeat, and its results are refused. */
async function kill(
  deps: JobDeps,
  job: JobRow,
  actor: JobActor,
  reason: 'killed' | 'siteWithdrawn' = 'killed',
): Promise<JobRow | undefined> {
  let moved: JobRow | undefined;
  for (const to of killPath(job.status)) moved = await moveJob(deps, moved ?? job, to, { actor, reason });
  return moved;
}

/** Another job with the same input, for one that ended and whose process still exists. */
async function retry(deps: JobDeps, job: JobRow, actor: JobActor): Promise<JobRow | undefined> {
  if (!isEnded(job.status)) return undefined;
  const process = await deps.database.system
    .selectFrom('process')
    .select('id')
    .where('id', '=', job.process_id)
    .executeTakeFirst();
  return process === undefined ? undefined : repeatJob(deps, job, { actor, source: 'Manual' });
}

const verbs = {
  stop,
  kill: (deps: JobDeps, job: JobRow, actor: JobActor) => kill(deps, job, actor),
  retry,
};

/** What can be done to jobs. */
export type JobAct = keyof typeof verbs;

/** What became of one of many: whether it was done, and the message about it, by code, so that each reader gets it in their own language. */
export type ActOutcome = {
  done: boolean;
  code: ServerMessageCode;
  params: MessageParams;
  jobStatus: JobRow['status'] | null;
  newJobId: number | null;
};

/** The states of jobs that an act can be done to. */
export const possibleStates: Readonly<Record<JobAct, readonly JobRow['status'][]>> = {
  stop: ['Pending', 'Running'],
  kill: ['Pending', 'Running', 'Stopping'],
  retry: ['Faulted', 'Stopped', 'Successful'],
};

const actions = { stop: 'stopJob', kill: 'killJob', retry: 'retryJob' } as const;

const noteAct = (ctx: Ctx, job: JobRow, action: 'stopJob' | 'killJob' | 'retryJob', made: JobRow): Promise<void> =>
  writeAudit(ctx, {
    entity: 'job',
    entityId: String(job.id),
    action,
    tenantId: job.tenant_id,
    before: { status: job.status },
    after: made.id === job.id ? { status: made.status } : { newJobId: made.id },
  });

async function actOnOne(ctx: Ctx, deps: JobDeps, id: number, act: JobAct): Promise<ActOutcome> {
  return ctx.unscoped.transaction(async () => {
    const job = await lockJob(deps, id);
    const made = await verbs[act](deps, job, personOf(ctx));
    if (made !== undefined) await noteAct(ctx, job, actions[act], made);
    return {
      done: made !== undefined,
      code: made === undefined ? `job.act.${act}Not` : `job.act.${act}`,
      params: {},
      jobStatus: made?.id === job.id ? made.status : job.status,
      newJobId: made === undefined || made.id === job.id ? null : made.id,
    };
  });
}

/** Does something to one of many jobs; what is refused is its result, and holds up no other job. */
export async function actOnJob(ctx: Ctx, deps: JobDeps, id: number, act: JobAct): Promise<ActOutcome> {
  try {
    return await actOnOne(ctx, deps, id, act);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const job = await ctx.unscoped.system.selectFrom('job').select('status').where('id', '=', id).executeTakeFirst();
    return { done: false, code: error.code, params: error.params, jobStatus: job?.status ?? null, newJobId: null };
  }
}

/** Ends the jobs that ask the site of a carrier now, each by itself: nobody answers for its terms any more. Trials ask nobody and go on. */
export async function endJobsOfSite(ctx: Ctx, deps: JobDeps, carrierCode: string): Promise<void> {
  const jobs = await ctx.unscoped.query<{ id: number }>(
    `select j.id from job j join package_version v on v.id = j.package_version_id
       join robot_site o on o.package_id = v.package_id
     where o.carrier_code = $1 and j.status in ('Running', 'Stopping') and j.trial_of is null order by j.id`,
    [carrierCode],
  );
  for (const { id } of jobs)
    await ctx.unscoped.transaction(async () => {
      const job = await lockJob(deps, id);
      const made = await kill(deps, job, personOf(ctx), 'siteWithdrawn');
      if (made !== undefined) await noteAct(ctx, job, actions.kill, made);
    });
}

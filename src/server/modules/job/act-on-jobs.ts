import { sql } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { isEnded, killPath } from '#domain/job/job-status.ts';
import { fitting } from '#server/list/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { ts } from '#server/platform/db/instants.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { jobSource } from './job-rows.ts';
import { limitsOf } from './limits.ts';
import { lockJob, moveJob, openParts } from './move-job.ts';
import { repeatJob } from './retry-job.ts';
import { type JobActor, type JobDeps, type JobRow } from './types.ts';

type Act = ParsedBody<'jobAct'>['act'];
type Result = CallData<'jobAct'>['results'][number];

/** Jobs that one call acts on. */
const mostAtOnce = 2000;

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

/** Ends a job at once, whatever its robot does. */
async function kill(deps: JobDeps, job: JobRow, actor: JobActor): Promise<JobRow | undefined> {
  let moved: JobRow | undefined;
  for (const to of killPath(job.status)) moved = await moveJob(deps, moved ?? job, to, { actor, reason: 'killed' });
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

const verbs = { stop, kill, retry };

/** The states of jobs that an act can be done to. */
const possibleStates: Readonly<Record<Act, readonly JobRow['status'][]>> = {
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

async function actOnOne(ctx: Ctx, deps: JobDeps, id: number, act: Act): Promise<Result> {
  return ctx.database.transaction(async () => {
    const job = await lockJob(deps, id);
    const made = await verbs[act](deps, job, personOf(ctx));
    if (made !== undefined) await noteAct(ctx, job, actions[act], made);
    return {
      jobId: String(job.id),
      processName: job.process_name,
      done: made !== undefined,
      jobStatus: made?.id === job.id ? made.status : job.status,
      text: serverText(made === undefined ? `job.act.${act}Not` : `job.act.${act}`, {}, ctx.lang),
      newJobId: made === undefined || made.id === job.id ? null : String(made.id),
    };
  });
}

/** The same; what is refused is its result, and holds up no other job. */
async function resultOfOne(ctx: Ctx, deps: JobDeps, id: number, act: Act): Promise<Result> {
  try {
    return await actOnOne(ctx, deps, id, act);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const job = await ctx.database.system
      .selectFrom('job')
      .select(['process_name', 'status'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (job === undefined) throw error;
    const text = serverText(error.code, error.params, ctx.lang);
    const named = { jobId: String(id), processName: job.process_name, jobStatus: job.status };
    return { ...named, done: false, text, newJobId: null };
  }
}

/** Chooses jobs of the caller's tenants by their ids, or by a filter. */
function chosenJobs(ctx: Ctx, { jobIds, filter }: ParsedBody<'jobAct'>) {
  if (filter != null) return fitting(jobSource, ctx, filter);
  const ids = jobIds == null || jobIds.length === 0 ? [-1] : jobIds;
  return jobSource.from(ctx).where('j.id', 'in', ids);
}

/** Stops, kills or retries jobs one by one, each in its own transaction; with `preview` only counts. */
export async function actOnJobs(ctx: Ctx, deps: JobDeps, input: ParsedBody<'jobAct'>): Promise<CallData<'jobAct'>> {
  const states = possibleStates[input.act];
  const counted = (await chosenJobs(ctx, input)
    .select(sql<number>`count(*)::int`.as('chosen'))
    .select(sql<number>`count(*) filter (where j.status = any(${states}))::int`.as('possible'))
    .executeTakeFirstOrThrow()) as { chosen: number; possible: number };
  const { chosen, possible } = counted;
  if (input.preview === 1) return { chosen, possible, cut: possible > mostAtOnce, results: [] };
  const rows = (await chosenJobs(ctx, input)
    .select('j.id as id')
    // Of a filter those that nothing can be done to are left out; of chosen rows each has its result.
    .$if(input.filter != null, (query) => query.where('j.status', 'in', states))
    .orderBy('j.id')
    .limit(mostAtOnce)
    .execute()) as { id: number }[];
  const results: Result[] = [];
  for (const { id } of rows) results.push(await resultOfOne(ctx, deps, id, input.act));
  return { chosen, possible, cut: possible > mostAtOnce, results };
}

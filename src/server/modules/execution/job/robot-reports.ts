// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import { malformed, refused } from '#server/platform/errors/app-error.ts';
import { completePlain } from './complete-plain.ts';
import { faultJob } from './fault-job.ts';
import { appendLines } from './job-log.ts';
import { moveJob, type Step, notifyScreens } from './move-job.ts';
import { beginParts } from './parts-of-job.ts';
import { planAfter } from './plan-steps.ts';
import { processFacts } from './process-facts.ts';
import { sendResult } from './publish-result.ts';
import { checkSession, type RobotRecord } from './robot-session.ts';
import { stopSite } from './robot-sites.ts';
import { seeRobot } from './robot-state.ts';
import type { JobActor, JobDeps, JobRow } from './types.ts';

/** What a robot reports of a job it holds. */
type Reported = 'log' | 'asset' | 'artifact' | 'result';
type Lease = { session: string; jobId: number; fence: number };

const largestArtifact = 5_000_000;
const maxArtifacts = 50;

/** A job that the robot holds by this lease, locked; undefined when it does not hold it (any more), which its log then says. */
async function heldJob(deps: JobDeps, robot: RobotRecord, lease: Lease, what: Reported): Promise<JobRow | undefined> {
  const job = await deps.database.system
    .selectFrom('job')
    .selectAll()
    .where('id', '=', lease.jobId)
    // Only of jobs that it once had: a robot learns nothing of others.
    .where('robot_id', '=', robot.id)
    .forUpdate()
    .executeTakeFirst();
  if (job === undefined) return undefined;
  if (job.fence === lease.fence && (job.status === 'Running' || job.status === 'Stopping')) return job;
  const params = { robot: robot.name, fence: lease.fence };
  await appendLines(deps, job, [{ at: deps.clock.now(), level: 'warn', code: `job.log.discarded.${what}`, params }]);
  return undefined;
}

/** Does something under a lease in one transaction; a lost lease is noted, and refused after that was stored. */
export async function underLease<T>(
  deps: JobDeps,
  { robot, lease, what }: { robot: RobotRecord; lease: Lease; what: Reported },
  work: (job: JobRow) => Promise<T>,
): Promise<T> {
  checkSession(robot, lease.session);
  const result = await deps.database.transaction(async () => {
    const job = await heldJob(deps, robot, lease, what);
    return job === undefined ? undefined : { value: await work(job) };
  });
  if (result === undefined) throw refused('robot.leaseLost', {}, { code: 'lease_lost' });
  return result.value;
}

/** Stores something a job brought; under the same name it replaces what was there. */
export function storeArtifact(
  deps: JobDeps,
  robot: RobotRecord,
  input: ParsedBody<'robotArtifact'>,
): Promise<CallData<'robotArtifact'>> {
  const body = Buffer.from(input.body, 'base64');
  if (body.length > largestArtifact) throw malformed('robot.artifactTooLarge', { most: largestArtifact / 1_000_000 });
  return underLease(deps, { robot, lease: input, what: 'artifact' }, async (job) => {
    const { database } = deps;
    const [{ n } = { n: 0 }] = await database.query<{ n: number }>(
      'select count(*)::int as n from job_artifact where job_id = $1 and name <> $2',
      [job.id, input.name],
    );
    if (n >= maxArtifacts) throw refused('robot.tooManyArtifacts', { most: maxArtifacts });
    const values = {
      content_type: input.contentType,
      size_bytes: body.length,
      body,
      created_at: ts(deps.clock.now()),
    };
    const { id } = await database.system
      .insertInto('job_artifact')
      .values({ ...values, tenant_id: job.tenant_id, job_id: job.id, name: input.name })
      .onConflict((conflict) => conflict.columns(['job_id', 'name']).doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow();
    await notifyScreens(deps, job);
    return { artifactId: String(id) };
  });
}

/** How a job ended, as its robot says. */
export type Report = {
  robotName: string;
  status: 'Successful' | 'Faulted' | 'Stopped';
  output?: unknown;
  errorCode?: string | null | undefined;
  errorText?: string | null | undefined;
};

/** Ends a locked job that succeeded: what follows it on the server is planned, or its result is published. */
export async function succeed(deps: JobDeps, job: JobRow, actor: JobActor, output: { output?: string }) {
  const found: JobRow = output.output === undefined ? job : { ...job, output: JSON.parse(output.output) as unknown };
  const steps = await planAfter(deps, found);
  // The result of a part belongs to the whole.
  const isWhole = job.trial_of === null && job.part_id === null;
  const waits = isWhole && (await processFacts(deps, job.process_id))?.needConfirm === true;
  const follows: Step['set'] =
    steps > 0
      ? { step_state: 'after' }
      : waits
        ? { confirm_state: 'waiting' }
        : isWhole && job.published_at === null
          ? { published_at: ts(deps.clock.now()) }
          : {};
  const done = await moveJob(deps, job, 'Successful', {
    actor,
    reason: 'done',
    set: { ...output, progress: 100, ...follows },
  });
  if (follows.published_at !== undefined) await sendResult(deps, done);
  return done;
}

/** Ends a locked job as its robot says. */
export async function settleReport(deps: JobDeps, job: JobRow, report: Report): Promise<JobRow> {
  const { status, errorCode, errorText } = report;
  const actor: JobActor = { kind: 'robot', name: report.robotName };
  const output = report.output === undefined ? {} : { output: json(report.output) };
  // A stop that was requested meanwhile holds: the sub-packages are not run any more.
  if (status === 'Successful' && job.parts_state === 'after')
    return job.status === 'Running'
      ? beginParts(deps, job, actor, output)
      : moveJob(deps, job, 'Stopped', { actor, reason: 'stopped', set: output });
  if (status === 'Successful') return succeed(deps, job, actor, output);
  if (status === 'Stopped') return moveJob(deps, job, 'Stopped', { actor, reason: 'stopped', set: output });
  // Before the job is repeated: a site that refuses is not asked by another robot either.
  await stopSite(deps, job, errorCode);
  return faultJob(deps, job, { reason: 'failed', actor, errorCode, errorText, ...output });
}

/** Takes the end of a job from its robot; most have nothing that follows them. */
export async function completeJob(
  ctx: Ctx,
  deps: JobDeps,
  { robot, input }: { robot: RobotRecord; input: ParsedBody<'robotComplete'> },
): Promise<CallData<'robotComplete'>> {
  checkSession(robot, input.session);
  if (input.status === 'Successful' && (await completePlain(deps, robot, input))) return { jobStatus: 'Successful' };
  return underLease(deps, { robot, lease: input, what: 'result' }, async (job) => {
    const ended = await settleReport(deps, job, { ...input, robotName: robot.name });
    await seeRobot(ctx.unscoped, robot.id);
    return { jobStatus: ended.status };
  });
}

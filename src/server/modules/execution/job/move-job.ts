import { isEnded, isOnRobot, type JobStatus, killPath, mayBecome } from '#domain/execution/job/job-status.ts';
import { json } from '#server/platform/db/json.ts';
import { ts } from '#server/platform/db/instants.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { liveRow, publishAll, notifyLive } from '#server/platform/realtime/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { JobReason } from './job-reasons.ts';
import { notifyJob } from './notify-job.ts';
import type { JobActor, JobDeps, JobRow } from './types.ts';

/** A job under its lock, within a transaction. */
export async function lockJob({ database }: Pick<JobDeps, 'database'>, id: number): Promise<JobRow> {
  const row = await database.system.selectFrom('job').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

/** What happened to a job, by whom and why. */
type Note = {
  before: JobStatus | null;
  status: JobStatus;
  actor: JobActor;
  reason?: JobReason | undefined;
  params?: object | undefined;
};

const stateRow = (at: Instant, job: Pick<JobRow, 'id' | 'tenant_id'>, note: Note) => ({
  tenant_id: job.tenant_id,
  job_id: job.id,
  at: ts(at),
  before: note.before,
  status: note.status,
  actor_kind: note.actor.kind,
  actor_name: note.actor.name,
  reason: note.reason ?? null,
  params: json(note.params ?? {}),
});

/** Writes down what happened to jobs, by whom and why. */
export async function noteStates(
  { database, clock }: Pick<JobDeps, 'database' | 'clock'>,
  notes: readonly (readonly [job: Pick<JobRow, 'id' | 'tenant_id'>, note: Note])[],
): Promise<void> {
  if (notes.length === 0) return;
  await database.system
    .insertInto('job_state')
    .values(notes.map(([job, note]) => stateRow(clock.now(), job, note)))
    .execute();
}

/** Writes down what happened to a job, by whom and why. */
export const noteState = (
  deps: Pick<JobDeps, 'database' | 'clock'>,
  job: Pick<JobRow, 'id' | 'tenant_id'>,
  note: Note,
): Promise<void> => noteStates(deps, [[job, note]]);

const screenMessage = (job: Pick<JobRow, 'id' | 'tenant_id'>, status: JobStatus) => ({
  tenantId: job.tenant_id,
  topic: 'job',
  payload: { jobId: String(job.id), status },
});

/** Tells open screens that something about jobs is new. */
export const notifyScreensOf = (
  { database }: Pick<JobDeps, 'database'>,
  jobs: readonly Pick<JobRow, 'id' | 'tenant_id' | 'status'>[],
): Promise<void> =>
  publishAll(
    database,
    jobs.map((job) => screenMessage(job, job.status)),
  );

/** Tells open screens that something about a job is new. */
export const notifyScreens = (
  deps: Pick<JobDeps, 'database'>,
  job: Pick<JobRow, 'id' | 'tenant_id' | 'status'>,
): Promise<void> => notifyScreensOf(deps, [job]);

/** What a step to another state says and writes besides. */
export type Step = {
  actor: JobActor;
  reason?: JobReason;
  params?: Readonly<Record<string, string | number>>;
  set?: Partial<{
    robot_id: number | null;
    robot_name: string;
    robot_session: string;
    lease_until: Date;
    run_until: Date;
    parts_state: JobRow['parts_state'];
    run_limit_s: number;
    stop_until: Date;
    stop_by: string;
    output: string;
    error_code: string;
    error_text: string;
    error_params: string;
    remote_job_id: string;
    progress: number;
    confirm_state: JobRow['confirm_state'];
    step_state: JobRow['step_state'];
    published_at: Date;
  }>;
};

/**
 * Takes a job, which the caller has locked, one legal step on: history, times, fence, live screens and notifications follow.
 * An illegal step is refused. Whatever leaves the robot raises the fence, so that nothing it sends later counts.
 */
export async function moveJob(deps: JobDeps, job: JobRow, to: JobStatus, step: Step): Promise<JobRow> {
  const { database, clock } = deps;
  if (!mayBecome(job.status, to)) throw refused('job.illegalStep', { from: job.status, to });
  const now = ts(clock.now());
  const begins = to === 'Running';
  const ends = isEnded(to);
  const values = {
    ...step.set,
    status: to,
    ...(begins ? { started_at: now } : {}),
    ...(ends ? { ended_at: now, lease_until: null, run_until: null, stop_until: null } : {}),
  };
  const raises = begins || (ends && isOnRobot(job.status));
  // One statement for the job, its history and open screens: robots wait for each other while jobs are given out.
  const moved = await database.system
    .with('moved', (query) =>
      query
        .updateTable('job')
        .set(values)
        .$if(raises, (update) => update.set((row) => ({ fence: row('fence', '+', 1) })))
        .where('id', '=', job.id)
        .returningAll(),
    )
    .with('noted', (query) =>
      query.insertInto('job_state').values(stateRow(clock.now(), job, { before: job.status, status: to, ...step })),
    )
    .with('told', (query) => query.insertInto('live_event').values(liveRow(screenMessage(job, to))))
    .selectFrom('moved')
    .selectAll()
    .executeTakeFirstOrThrow();
  notifyLive(database);
  await notifyJob(deps, moved);
  if (ends && moved.parts_state !== 'none') await endParts(deps, moved, step.actor);
  return moved;
}

/** With the job of a whole its parts end: those that run are killed, those that wait are left. */
async function endParts(deps: JobDeps, job: JobRow, actor: JobActor): Promise<void> {
  await deps.database.execute(
    `update job_part set state = 'left' where job_id = $1 and state in ('waiting', 'running')`,
    [job.id],
  );
  for (const part of await openParts(deps, job.id))
    for (const to of killPath(part.status)) {
      const now = await lockJob(deps, part.id);
      if (mayBecome(now.status, to)) await moveJob(deps, now, to, { actor, reason: 'killed' });
    }
}

/** The jobs of parts that have not ended, locked. */
export const openParts = ({ database }: Pick<JobDeps, 'database'>, jobId: number): Promise<JobRow[]> =>
  database.system
    .selectFrom('job')
    .selectAll()
    .where('parent_job_id', '=', jobId)
    .where('status', 'in', ['Pending', 'Running', 'Stopping'])
    .orderBy('id')
    .forUpdate()
    .execute();

import { mayBecome } from '#domain/execution/job/job-status.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { ts } from '#server/platform/db/instants.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { notifyLive } from '#server/platform/realtime/index.ts';
import { processFacts } from './process-facts.ts';
import type { RobotRecord } from './robot-session.ts';
import { notifyJob } from './notify-job.ts';
import type { JobDeps, JobRow } from './types.ts';

const usualLimitS = 1800;

/** Jobs that a robot gets, with their histories and what open screens hear, by one statement: robots wait for each other meanwhile. */
const beginning = `
  with moved as (
    update job j set status = 'Running', started_at = $3, fence = j.fence + 1, robot_id = $4, robot_name = $5, robot_session = $6,
        lease_until = $7, run_until = $8::timestamptz + make_interval(secs => n.seconds), run_limit_s = n.seconds
      from unnest($1::bigint[], $2::int[]) as n(id, seconds) where j.id = n.id returning j.*),
  noted as (
    insert into job_state (tenant_id, job_id, at, before, status, actor_kind, actor_name, reason, params)
    select tenant_id, id, $3, 'Pending', 'Running', 'robot', $5, 'leased', '{}' from moved),
  told as (
    insert into live_event (at, tenant_id, topic, payload)
    select $8, tenant_id, 'job', jsonb_build_object('jobId', id::text, 'status', 'Running') from moved)
  select * from moved order by rank, id`;

/** Gives locked jobs that wait to a robot: all of them take the step to Running at once. */
export async function beginJobs(
  deps: JobDeps,
  jobs: readonly JobRow[],
  { robot, session }: { robot: RobotRecord; session: string },
): Promise<JobRow[]> {
  for (const { status } of jobs)
    if (!mayBecome(status, 'Running')) throw refused('job.illegalStep', { from: status, to: 'Running' });
  const { database, clock } = deps;
  const limits: number[] = [];
  for (const job of jobs) limits.push((await processFacts(deps, job.process_id))?.timeLimitS ?? usualLimitS);
  const now = realClock.now();
  const { rows } = await database.execute<JobRow>(beginning, [
    jobs.map(({ id }) => id),
    limits,
    ts(clock.now()),
    robot.id,
    robot.name,
    session,
    ts(now + robot.lostAfterMs),
    ts(now),
  ]);
  notifyLive(database);
  for (const job of rows) await notifyJob(deps, job);
  return rows;
}

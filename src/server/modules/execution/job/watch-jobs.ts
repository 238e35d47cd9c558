import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { SECOND_MS } from '#shared/time/instant.ts';
import { faultJob } from './fault-job.ts';
import { limitsOf } from './limits.ts';
import { lockJob, moveJob } from './move-job.ts';
import { refreshRobots } from './robot-state.ts';
import { type JobDeps, type JobRow, theProduct } from './types.ts';

const maxAtOnce = 500;

/**
 * Shortens limits that end later than a limit set now would: the clock was set back while no process was running. Without this a job
 * could run on for hours. Clocks of processes agree to less than a second.
 */
const cutLimits = `
  with wrong as (
    select j.id, least(j.lease_until, greatest($1::timestamptz, r.remote_pause_until) + make_interval(secs => r.lost_after_s)) as lease_until,
        least(j.run_until, $1::timestamptz + make_interval(secs => j.run_limit_s)) as run_until,
        least(j.stop_until, $1::timestamptz + make_interval(secs => p.stop_limit_s)) as stop_until
      from job j left join robot r on r.id = j.robot_id left join process p on p.id = j.process_id
     where j.status in ('Running', 'Stopping') and (j.lease_until > greatest($2::timestamptz, r.remote_pause_until) + make_interval(secs => r.lost_after_s)
       or j.run_until > $2::timestamptz + make_interval(secs => j.run_limit_s)
       or j.stop_until > $2::timestamptz + make_interval(secs => p.stop_limit_s))
     order by j.id for no key update of j)
  update job j set lease_until = w.lease_until, run_until = w.run_until, stop_until = w.stop_until from wrong w where w.id = j.id`;

/** Moves the limits of all open jobs, and when robots were seen last, with a clock that was set by so much. */
export async function moveLimits(database: Database, byMs: number): Promise<void> {
  const by = byMs / SECOND_MS;
  await database.execute(
    `with open as (select id from job where status in ('Pending', 'Running', 'Stopping')
        and (lease_until is not null or run_until is not null or stop_until is not null or not_before is not null)
        order by id for no key update)
     update job j set lease_until = lease_until + make_interval(secs => $1), run_until = run_until + make_interval(secs => $1),
         stop_until = stop_until + make_interval(secs => $1), not_before = not_before + make_interval(secs => $1)
       from open o where o.id = j.id`,
    [by],
  );
  await database.execute(
    `with seen as (select id from robot where last_seen_at is not null and disconnected_at is null order by id for no key update)
     update robot r set last_seen_at = last_seen_at + make_interval(secs => $1), remote_pause_until = remote_pause_until + make_interval(secs => $1)
       from seen s where s.id = r.id`,
    [by],
  );
}

async function settle(deps: JobDeps, job: JobRow, now: number): Promise<boolean> {
  if (job.status === 'Stopping' && job.stop_until !== null && job.stop_until <= now) {
    const params = { seconds: (await limitsOf(deps, job)).stopMs / SECOND_MS };
    await moveJob(deps, job, 'Stopped', { actor: theProduct, reason: 'stopTimedOut', params });
    return true;
  }
  if (job.status !== 'Running') return false;
  if (job.lease_until !== null && job.lease_until <= now) {
    const params = { seconds: (await limitsOf(deps, job)).lostMs / SECOND_MS };
    await faultJob(deps, job, { reason: 'robotLost', params });
    return true;
  }
  if (job.run_until !== null && job.run_until <= now) {
    const params = { seconds: job.run_limit_s ?? 0 };
    await faultJob(deps, job, { reason: 'timeLimit', params });
    return true;
  }
  return false;
}

/** Ends what outlasted a limit: stops without an answer, jobs of lost robots, jobs over their time; and keeps robots' states. */
export async function watchJobs(deps: JobDeps): Promise<number> {
  const { database } = deps;
  const now = realClock.now();
  await database.execute(cutLimits, [new Date(now), new Date(now + SECOND_MS)]);
  const due = await database.query<{ id: number }>(
    `select id from job where status in ('Running', 'Stopping')
       and (stop_until <= $1 or (status = 'Running' and (lease_until <= $1 or run_until <= $1))) order by id limit $2`,
    [new Date(now), maxAtOnce],
  );
  let settled = 0;
  for (const { id } of due)
    if (await database.transaction(async () => settle(deps, await lockJob(deps, id), now))) settled += 1;
  await refreshRobots(database, null);
  return settled;
}

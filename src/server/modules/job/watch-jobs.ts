import { realClock } from '#server/platform/clock/clock.ts';
import { SECOND_MS } from '#shared/time/instant.ts';
import { faultJob } from './fault-job.ts';
import { limitsOf } from './limits.ts';
import { lockJob, moveJob } from './move-job.ts';
import { refreshRobots } from './robot-state.ts';
import { type JobDeps, type JobRow, theProduct } from './types.ts';

const mostAtOnce = 500;

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
  const due = await database.query<{ id: number }>(
    `select id from job where status in ('Running', 'Stopping')
       and (stop_until <= $1 or (status = 'Running' and (lease_until <= $1 or run_until <= $1))) order by id limit $2`,
    [new Date(now), mostAtOnce],
  );
  let settled = 0;
  for (const { id } of due)
    if (await database.transaction(async () => settle(deps, await lockJob(deps, id), now))) settled += 1;
  await refreshRobots(database, null);
  return settled;
}

import { realClock } from '#server/platform/clock/clock.ts';
import { SECOND_MS } from '#shared/time/instant.ts';
import { createJob } from './create-job.ts';
import { blockedFunctions } from './plan-steps.ts';
import { closedSite } from './robot-sites.ts';
import { type JobActor, type JobDeps, type JobRow, theProduct } from './types.ts';

/** Another job with the same input, linked to the one it repeats. */
export const repeatJob = (
  deps: JobDeps,
  job: JobRow,
  by: {
    actor: JobActor;
    source: JobRow['source'];
    waitS?: number;
    /** Of a part: the job of the whole that waits for it. */
    whole?: number | null;
  },
): Promise<JobRow> => {
  // The new job translates its input again.
  const given = job.given_input ?? job.input;
  return createJob(deps, {
    processId: job.process_id,
    source: by.source,
    actor: by.actor,
    priority: job.priority,
    ...(job.part_id === null
      ? {}
      : { part: { id: job.part_id, of: by.whole ?? null, versionId: job.package_version_id } }),
    ...(given === null ? {} : { input: given }),
    occurrenceId: job.occurrence_id,
    subscriptionId: job.subscription_id,
    site: job.site,
    retry: {
      of: job,
      reason: by.actor.kind === 'system' ? 'retriedAutomatically' : 'retried',
      ...(by.waitS === undefined ? {} : { notBefore: realClock.now() + by.waitS * SECOND_MS }),
    },
  });
};

const longestWaitS = 86_400;

/** Repeats a job that faulted as often as its process allows, with a pause that doubles; gives the new job. */
export async function retryFaulted(deps: JobDeps, job: JobRow): Promise<JobRow | undefined> {
  if (job.status !== 'Faulted' || job.trial_of !== null) return undefined;
  const process = await deps.database.system
    .selectFrom('process')
    .select(['retry_limit', 'retry_wait_s'])
    .where('id', '=', job.process_id)
    .executeTakeFirst();
  if (process === undefined || job.attempt > process.retry_limit) return undefined;
  // Nothing would come of it, and the job has to end all the same.
  if ((await blockedFunctions(deps, job.process_id)).length > 0) return undefined;
  if ((await closedSite(deps.database, job.package_version_id)) !== null) return undefined;
  const waitS = Math.min(longestWaitS, process.retry_wait_s * 2 ** (job.attempt - 1));
  return repeatJob(deps, job, { actor: theProduct, source: job.source, waitS, whole: job.parent_job_id });
}

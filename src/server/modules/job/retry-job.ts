import { realClock } from '#server/platform/clock/clock.ts';
import { SECOND_MS } from '#shared/time/instant.ts';
import { createJob } from './create-job.ts';
import type { JobActor, JobDeps, JobRow } from './types.ts';

/** Another job with the same input, linked to the one it repeats. */
export const repeatJob = (
  deps: JobDeps,
  job: JobRow,
  by: { actor: JobActor; source: JobRow['source']; waitS?: number },
): Promise<JobRow> =>
  createJob(deps, {
    processId: job.process_id,
    source: by.source,
    actor: by.actor,
    priority: job.priority,
    ...(job.input === null ? {} : { input: job.input }),
    occurrenceId: job.occurrence_id,
    subscriptionId: job.subscription_id,
    site: job.site,
    retry: {
      of: job,
      reason: by.actor.kind === 'system' ? 'retriedAutomatically' : 'retried',
      ...(by.waitS === undefined ? {} : { notBefore: realClock.now() + by.waitS * SECOND_MS }),
    },
  });

import { errorOf } from './job-errors.ts';
import { processFacts } from './process-facts.ts';
import type { JobDeps, JobRow } from './types.ts';

/** Notifies those whom the process of a job names of its state: once per definition and state. Of parts the whole is reported. */
export async function notifyJob(deps: JobDeps, job: JobRow): Promise<void> {
  if (deps.notify === undefined || job.trial_of !== null || job.part_id !== null) return;
  const feedbackIds = (await processFacts(deps, job.process_id))?.feedbackIds ?? [];
  if (feedbackIds.length === 0) return;
  const jobId = String(job.id);
  await deps.notify([
    {
      tenantId: job.tenant_id,
      kind: 'job',
      key: `job:${jobId}`,
      status: job.status,
      at: deps.clock.now(),
      feedbackIds,
      describe: (lang) => {
        const { errorText, errorDetail } = errorOf(job, lang);
        return {
          process: job.process_name,
          jobId,
          error: [errorText, errorDetail].filter((part) => part !== null).join(' · '),
        };
      },
      linkPath: `/job/detail?jobId=${jobId}`,
      output: job.output,
      error: job.error_text,
      facts: { jobId, processType: job.process_type, processName: job.process_name, attempt: job.attempt },
    },
  ]);
}

/** Sends the published result of a job to every notification of its tenant that listens to results. Gives how many there are. */
export async function notifyResult(deps: JobDeps, job: JobRow): Promise<number> {
  if (deps.notify === undefined) return 0;
  const template = await deps.database.system
    .selectFrom('job_step')
    .select('output')
    .where('job_id', '=', job.id)
    .where('kind', '=', 'template')
    .where('state', '=', 'done')
    .executeTakeFirst();
  const result = template?.output == null ? job.output : (JSON.parse(template.output) as unknown);
  const jobId = String(job.id);
  return deps.notify([
    {
      tenantId: job.tenant_id,
      kind: 'job',
      key: `job:${jobId}`,
      status: 'JOB_RESULT',
      at: deps.clock.now(),
      describe: () => ({ process: job.process_name, jobId, error: '' }),
      linkPath: `/job/detail?jobId=${jobId}`,
      output: result,
      error: null,
      facts: { jobId, processType: job.process_type, processName: job.process_name, result },
    },
  ]);
}

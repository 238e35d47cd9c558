import type { JobDeps, JobRow } from './types.ts';

/** Ids of the notifications that the process of a job names. */
async function listenersOf({ database }: JobDeps, processId: number): Promise<number[]> {
  const row = await database.system
    .selectFrom('process')
    .select('feedback_id')
    .where('id', '=', processId)
    .executeTakeFirst();
  return (row?.feedback_id ?? '').split(',').filter(Boolean).map(Number);
}

/** Notifies those whom the process of a job names of its state: once per definition and state. */
export async function tellJob(deps: JobDeps, job: JobRow): Promise<void> {
  if (deps.notify === undefined) return;
  const feedbackIds = await listenersOf(deps, job.process_id);
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
      describe: () => ({ process: job.process_name, jobId, error: job.error_text ?? '' }),
      linkPath: `/job/detail?jobId=${jobId}`,
      output: job.output,
      error: job.error_text,
      facts: { jobId, processType: job.process_type, processName: job.process_name, attempt: job.attempt },
    },
  ]);
}

import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { refused } from '#server/platform/errors/app-error.ts';

/** The job that a robot works for when it asks or brings something. */
export type WorkingJob = { id: number; tenantId: number };

/** Ids of jobs are numbers; a robot of somebody else may call its jobs as it likes. */
const idOf = (jobId: string): number | undefined => (/^\d{1,15}$/.test(jobId) ? Number(jobId) : undefined);

/**
 * The job that the robot with this key has under this id; undefined when it never had one of that id, since robots of others count
 * their jobs by themselves. A job that it had and has lost is refused: nothing of it counts any more.
 */
export async function workingJob(database: Database, keyId: number, jobId: string): Promise<WorkingJob | undefined> {
  const id = idOf(jobId);
  if (id === undefined) return undefined;
  const [job] = await database.query<{ id: number; tenant_id: number; status: string }>(
    `select j.id, j.tenant_id, j.status from job j join robot r on r.id = j.robot_id where j.id = $1 and r.robot_key_id = $2`,
    [id, keyId],
  );
  if (job === undefined) return undefined;
  if (job.status !== 'Running' && job.status !== 'Stopping')
    throw refused('robot.leaseLost', {}, { code: 'lease_lost' });
  return { id: job.id, tenantId: job.tenant_id };
}

/** A job that brought an answer, as the caller may see it. */
export async function jobOfAnswer(
  ctx: Ctx,
  jobId: string,
): Promise<{ jobId: string; processName: string; jobStatus: string } | null> {
  const id = idOf(jobId);
  if (id === undefined) return null;
  const job = await ctx.db
    .selectFrom('job')
    .select(['id', 'process_name', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  return job === undefined ? null : { jobId: String(job.id), processName: job.process_name, jobStatus: job.status };
}

import { ts } from '#server/platform/db/instants.ts';
import type { JobDeps, JobRow } from './types.ts';

/** Lets the result of a job out: from now on others may use it. Done twice it does nothing twice. */
export async function publishResult(deps: JobDeps, job: JobRow): Promise<void> {
  if (job.published_at !== null) return;
  await deps.database.system
    .updateTable('job')
    .set({ published_at: ts(deps.clock.now()) })
    .where('id', '=', job.id)
    .execute();
}

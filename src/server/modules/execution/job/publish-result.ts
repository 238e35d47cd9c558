import { ts } from '#server/platform/db/instants.ts';
import { noteState, notifyScreens } from './move-job.ts';
import { processFacts } from './process-facts.ts';
import { notifyResult } from './notify-job.ts';
import { type JobDeps, type JobRow, theProduct } from './types.ts';

/** Publishes the result of a job: other parts use it, and it is sent to the tenant if its process says so. Repeated calls do nothing. */
export async function publishResult(deps: JobDeps, job: JobRow): Promise<void> {
  if (job.published_at !== null) return;
  await deps.database.system
    .updateTable('job')
    .set({ published_at: ts(deps.clock.now()) })
    .where('id', '=', job.id)
    .execute();
  await sendResult(deps, job);
}

/** Sends a published result to the tenant if its process says so. */
export async function sendResult(deps: JobDeps, job: JobRow): Promise<void> {
  if ((await processFacts(deps, job.process_id))?.needExchange !== true) return;
  const count = await notifyResult(deps, job);
  const reason = count === 0 ? 'resultUnheard' : 'resultSent';
  await noteState(deps, job, { before: job.status, status: job.status, actor: theProduct, reason, params: { count } });
}

/** Ends a job that succeeded and has no steps left: its result waits for a person's confirmation or is published. */
export async function finishJob(deps: JobDeps, job: JobRow): Promise<void> {
  // The result of a part belongs to the whole.
  if (job.trial_of !== null || job.part_id !== null) return;
  if ((await processFacts(deps, job.process_id))?.needConfirm !== true) return publishResult(deps, job);
  await deps.database.system.updateTable('job').set({ confirm_state: 'waiting' }).where('id', '=', job.id).execute();
  await notifyScreens(deps, job);
}

import { stagesOf } from '#domain/execution/job/parts.ts';
import { ts } from '#server/platform/db/instants.ts';
import { defaultCronZone, nextCronRuns } from '#shared/time/cron.ts';
import type { Instant } from '#shared/time/instant.ts';
import { moveJob, noteState, notifyScreens } from './move-job.ts';
import type { JobActor, JobDeps, JobRow } from './types.ts';

/** When a part may run: at the next time of its cron expression, or at once. */
export const nextTime = (cron: string | null, now: Instant): Instant =>
  cron === null || cron === '' ? now : (nextCronRuns(cron, defaultCronZone, now, 1)[0] ?? now);

/** Writes down the sub-packages of a job in their order, as its version has them now. Gives how many there are. */
async function writeParts({ database, clock }: JobDeps, job: JobRow): Promise<number> {
  const rows = await database.system
    .selectFrom('package_version_package as s')
    .innerJoin('package_version as v', 'v.id', 's.detail_package_version_id')
    .innerJoin('package as p', 'p.id', 'v.package_id')
    .leftJoin('function_interface as f', 'f.id', 's.function_id')
    .leftJoin('function_interface as e', 'e.id', 's.end_function_id')
    .select(['s.primary_flag', 's.primary_no', 's.repeat_flag', 's.cron_expression', 's.function_id'])
    .select(['s.end_function_id', 's.detail_package_version_id', 'p.package_name', 'v.package_version'])
    .select(['f.function_name', 'f.function_code', 'e.function_name as end_name', 'e.function_code as end_code'])
    .where('s.package_version_id', '=', job.package_version_id)
    .orderBy('s.primary_flag', 'desc')
    .orderBy('s.primary_no', (order) => order.asc().nullsLast())
    .orderBy('s.id')
    .execute();
  if (rows.length === 0) return 0;
  const stages = stagesOf(rows.map((row) => ({ primary: row.primary_flag, primaryNo: row.primary_no })));
  await database.system
    .insertInto('job_part')
    .values(
      rows.map((row, place) => ({
        tenant_id: job.tenant_id,
        job_id: job.id,
        sequence: place + 1,
        stage: stages[place] ?? 1,
        detail_package_version_id: row.detail_package_version_id,
        name: row.package_name,
        package_version: row.package_version,
        primary_flag: row.primary_flag,
        repeat_flag: row.repeat_flag,
        cron_expression: row.cron_expression || null,
        function_id: row.function_id,
        function_name: row.function_name ?? row.function_code,
        end_function_id: row.end_function_id,
        end_function_name: row.end_name ?? row.end_code,
        next_at: ts(nextTime(row.cron_expression, clock.now())),
      })),
    )
    .execute();
  return rows.length;
}

/**
 * Begins the sub-packages of a locked job: of one that waits and has no work of its own, or of one whose robot is done with it.
 * The job is Running until they have ended, and no robot has it.
 */
export async function beginParts(
  deps: JobDeps,
  job: JobRow,
  actor: JobActor,
  output: { output?: string } = {},
): Promise<JobRow> {
  const params = { count: await writeParts(deps, job) };
  if (job.status === 'Pending')
    return moveJob(deps, job, 'Running', { actor, reason: 'partsBegun', params, set: { parts_state: 'running' } });
  const begun = await deps.database.system
    .updateTable('job')
    .set((row) => ({
      ...output,
      parts_state: 'running' as const,
      progress: 0,
      // What the robot sends from here on does not count.
      robot_id: null,
      fence: row('fence', '+', 1),
      lease_until: null,
      run_until: null,
    }))
    .where('id', '=', job.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await noteState(deps, begun, { before: 'Running', status: 'Running', actor, reason: 'partsFollow', params });
  await notifyScreens(deps, begun);
  return begun;
}

import { sql } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { matching } from '#server/list/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { actOnJob, possibleStates } from './act-on-job.ts';
import { maxInRun, maxWaitedFor, startBulkRun } from './bulk-run.ts';
import { jobSource } from './job-rows.ts';
import type { JobDeps } from './types.ts';

/** Chooses jobs of the caller's tenants by their ids, or by a filter. */
function chosenJobs(ctx: Ctx, { jobIds, filter }: ParsedBody<'jobAct'>) {
  if (filter != null) return matching(jobSource, ctx, filter);
  const ids = jobIds == null || jobIds.length === 0 ? [-1] : jobIds;
  return jobSource.from(ctx).where('j.id', 'in', ids);
}

/**
 * Stops, kills or retries jobs, each by itself; with `preview` only counts. A few are answered with their results, many go on as a
 * run.
 */
export async function actOnJobs(
  ctx: Ctx,
  { deps, queue }: { deps: JobDeps; queue: Queue },
  input: ParsedBody<'jobAct'>,
): Promise<CallData<'jobAct'>> {
  const states = possibleStates[input.act];
  const { chosen, possible }: { chosen: number; possible: number } = await chosenJobs(ctx, input)
    .select(sql<number>`count(*)::int`.as('chosen'))
    .select(sql<number>`count(*) filter (where j.status = any(${states}))::int`.as('possible'))
    .executeTakeFirstOrThrow();
  const answer = { chosen, possible, cut: possible > maxInRun, runId: null, results: [] };
  if (input.preview === 1) return answer;
  const rows: { id: number; process_name: string }[] = await chosenJobs(ctx, input)
    .select(['j.id as id', 'j.process_name as process_name'])
    // Of a filter those that nothing can be done to are left out; of chosen rows each has its result.
    .$if(input.filter != null, (query) => query.where('j.status', 'in', states))
    .orderBy('j.id')
    .limit(maxInRun)
    .execute();
  if (rows.length > maxWaitedFor) {
    const ids = rows.map(({ id }) => id);
    return { ...answer, runId: await startBulkRun(ctx, queue, { act: input.act, ids, priority: null }) };
  }
  const results: CallData<'jobAct'>['results'] = [];
  for (const { id, process_name: processName } of rows) {
    const { done, code, params, jobStatus, newJobId } = await actOnJob(ctx, deps, id, input.act);
    // A job that was removed meanwhile has no state any more.
    if (jobStatus === null) continue;
    const text = serverText(code, params, ctx.lang);
    results.push({
      jobId: String(id),
      processName,
      done,
      jobStatus,
      text,
      newJobId: newJobId === null ? null : String(newJobId),
    });
  }
  return { ...answer, results };
}

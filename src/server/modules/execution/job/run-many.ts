// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { processEntity } from '#entities/process.ts';
import { type EntityServices, type ListInput, rowIds } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { asRecord } from '#shared/values/objects.ts';
import { maxInRun, maxWaitedFor, startBulkRun } from './bulk-run.ts';
import { startJob } from './run-now.ts';
import type { JobDeps } from './types.ts';

type Result = CallData<'jobRunMany'>['results'][number];

async function chosenProcesses(ctx: Ctx, services: EntityServices, filter: unknown): Promise<number[]> {
  const input = { ...asRecord(filter), currentPage: 1, pageSize: 1 } as ListInput;
  const { sql, parameters } = rowIds({ ctx, entity: processEntity, services, input });
  const { rows } = await ctx.unscoped.execute<{ id: number }>(sql, [...parameters]);
  return rows.map(({ id }) => Number(id));
}

/** Starts a job of each process that fits, each by itself; with `preview` only counts. Many go on as a run. */
export async function runMany(
  ctx: Ctx,
  parts: { deps: JobDeps; services: EntityServices; queue: Queue },
  input: ParsedBody<'jobRunMany'>,
): Promise<CallData<'jobRunMany'>> {
  const ids = await chosenProcesses(ctx, parts.services, input.filter);
  const answer = { chosen: ids.length, cut: ids.length > maxInRun, runId: null, results: [] };
  if (input.preview === 1 || ids.length === 0) return answer;
  const priority = input.priority ?? null;
  if (ids.length > maxWaitedFor) {
    const taken = ids.slice(0, maxInRun);
    return { ...answer, runId: await startBulkRun(ctx, parts.queue, { act: 'run', ids: taken, priority }) };
  }
  const rows = await ctx.db
    .selectFrom('process as p')
    .innerJoin('tenant as t', 't.id', 'p.tenant_id')
    .select(['p.id', 'p.process_name', 't.name', 't.name_en'])
    .where('p.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const results: Result[] = [];
  for (const id of ids) {
    const row = byId.get(id);
    if (row === undefined) continue;
    const tenantName = (ctx.lang === 'en' ? row.name_en : null) ?? row.name;
    const { code, params, newJobId } = await startJob(ctx, parts.deps, { processId: id, priority });
    results.push({
      processId: String(id),
      processName: row.process_name ?? '',
      tenantName,
      jobId: newJobId === null ? null : String(newJobId),
      text: serverText(code, params, ctx.lang),
    });
  }
  return { ...answer, results };
}

import type { CallData, ParsedBody } from '#contract/index.ts';
import { processEntity } from '#entities/process.ts';
import { type EntityServices, type ListInput, rowIds } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { runNow } from './run-now.ts';
import type { JobDeps } from './types.ts';

type Result = CallData<'jobRunMany'>['results'][number];

/** Jobs that one call starts. */
const mostAtOnce = 500;

async function chosenProcesses(ctx: Ctx, services: EntityServices, filter: unknown): Promise<number[]> {
  const input = { ...(filter as object), currentPage: 1, pageSize: 1 } as ListInput;
  const { sql, parameters } = rowIds({ ctx, entity: processEntity, services, input });
  const { rows } = await ctx.database.execute<{ id: number }>(sql, [...parameters]);
  return rows.map(({ id }) => Number(id));
}

async function startOne(ctx: Ctx, deps: JobDeps, row: Omit<Result, 'jobId' | 'text'>, priority: number | null) {
  try {
    const { jobId } = await runNow(ctx, deps, { processId: Number(row.processId), priority });
    return { ...row, jobId, text: serverText('job.started', { jobId }, ctx.lang) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...row, jobId: null, text: serverText(error.code, error.params, ctx.lang) };
  }
}

/** Starts a job of each process that fits, each in its own transaction; with `preview` only counts. */
export async function runMany(
  ctx: Ctx,
  parts: { deps: JobDeps; services: EntityServices },
  input: ParsedBody<'jobRunMany'>,
): Promise<CallData<'jobRunMany'>> {
  const ids = await chosenProcesses(ctx, parts.services, input.filter);
  const answer = { chosen: ids.length, cut: ids.length > mostAtOnce };
  if (input.preview === 1 || ids.length === 0) return { ...answer, results: [] };
  const taken = ids.slice(0, mostAtOnce);
  const rows = await ctx.db
    .selectFrom('process as p')
    .innerJoin('tenant as t', 't.id', 'p.tenant_id')
    .select(['p.id', 'p.process_name', 't.name', 't.name_en'])
    .where('p.id', 'in', taken)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const results: Result[] = [];
  for (const id of taken) {
    const row = byId.get(id);
    if (row === undefined) continue;
    const tenantName = (ctx.lang === 'en' ? row.name_en : null) ?? row.name;
    const named = { processId: String(id), processName: row.process_name ?? '', tenantName };
    results.push(await startOne(ctx, parts.deps, named, input.priority ?? null));
  }
  return { ...answer, results };
}

import { z } from 'zod';
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { actingOf } from '#server/platform/acting.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/context.ts';
import { forbidden, notFound, refused } from '#server/platform/errors/app-error.ts';
import { defineTask, type Queue } from '#server/platform/queue/index.ts';
import type { RowProblem } from '#shared/entity/check-row.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { keyOf } from '#shared/entity/read-cells.ts';
import { checkMayWrite } from '../shared-rows.ts';
import type { EntityServices } from '../services.ts';
import * as queries from './import-queries.ts';
import { judgeRows } from './judge-rows.ts';

/** Kind of the task that works imports off. */
export const importTask = defineTask('entity_import', z.object({ importId: z.number() }));
/** Days that an import and its rows are kept. */
export const importKeptDays = 7;

/** What the calls of an import work with. */
export type ImportCall<Input> = { ctx: Ctx; services: EntityServices; queue: Queue; input: Input };

/** The entity, if it can be imported and the caller may write it. */
function importable(ctx: Ctx, services: EntityServices, name: string): Entity {
  const entity = services.entities[name];
  if (entity?.importBy === undefined) throw notFound();
  if (!isAdmitted(entity.menu === 'admin' ? 'admin' : [entity.menu], ctx.actor)) throw forbidden();
  checkMayWrite(ctx, entity);
  return entity;
}

/** An import of the caller's own; anybody else's is none. */
async function ownJob({ ctx, services }: ImportCall<unknown>, id: number, lock = false) {
  const job = await queries.findJob(ctx.database, id, lock);
  if (job === undefined || ctx.actor.kind !== 'user' || job.userId !== ctx.actor.userId) throw notFound();
  return { job, entity: importable(ctx, services, job.entity) };
}

async function statusOf(ctx: Ctx, job: queries.ImportJob): Promise<CallData<'importGet'>> {
  const counts = await queries.countRows(ctx.database, job.id);
  const none = () => ({ insert: 0, update: 0, same: 0, refused: 0 });
  const [planned, outcomes] = [none(), none()];
  let received = 0;
  let done = 0;
  for (const { plan, outcome, n } of counts) {
    received += Number(n);
    planned[plan] += Number(n);
    if (outcome === null) continue;
    done += Number(n);
    outcomes[outcome] += Number(n);
  }
  const { id, entity, mode, fileName, state, total } = job;
  return { importId: String(id), entity, mode, fileName, state, total, received, done, planned, outcomes };
}

const said = (ctx: Ctx, problems: readonly RowProblem[]) =>
  problems.map(({ field, text }) => ({ field, message: text[ctx.lang] }));

/** Announces a file; the same announcement again is the same import. */
export async function openImport(call: ImportCall<ParsedBody<'importOpen'>>): Promise<CallData<'importOpen'>> {
  const { ctx, services, input } = call;
  importable(ctx, services, input.entity);
  if (ctx.actor.kind !== 'user') throw forbidden();
  const { userId } = ctx.actor;
  return statusOf(ctx, await queries.openJob(ctx.database, { ...input, userId }));
}

/** Takes rows of a file, keeps them and says what would become of each. */
export async function receiveRows(call: ImportCall<ParsedBody<'importRows'>>): Promise<CallData<'importRows'>> {
  const { ctx, services, input } = call;
  return ctx.database.transaction(async () => {
    const { job, entity } = await ownJob(call, input.importId, true);
    if (job.state !== 'receiving') throw refused('import.started');
    if (input.first + input.rows.length - 1 > job.total) throw refused('import.tooManyRows', { total: job.total });
    const keys = input.rows.map((row) => keyOf(entity, row) ?? null);
    const earlier = await queries.rowsOfKeys(
      ctx.database,
      job.id,
      input.first,
      keys.filter((key) => key !== null),
    );
    const repeated = new Set<number>();
    for (const [index, key] of keys.entries()) {
      if (key !== null && earlier.has(key)) repeated.add(index);
      if (key !== null) earlier.add(key);
    }
    const { mode } = job;
    const judged = await judgeRows({ ctx, entity, services, mode, lock: false, inputs: input.rows, repeated });
    const rows = judged.map((row, index): queries.KeptRow => ({
      rowNo: input.first + index,
      content: input.rows[index] ?? {},
      rowKey: keys[index] ?? null,
      plan: row.plan,
      problems: row.plan === 'refused' ? row.problems : [],
    }));
    await queries.keepRows(ctx.database, job.id, rows);
    return rows.map(({ rowNo, plan, problems }) => ({ row: rowNo, plan, problems: said(ctx, problems) }));
  });
}

/** Has an import done; ordered twice it is done once. */
export async function orderImport(call: ImportCall<ParsedBody<'importRun'>>): Promise<CallData<'importRun'>> {
  const { ctx, queue, input } = call;
  return ctx.database.transaction(async () => {
    const { job } = await ownJob(call, input.importId, true);
    const status = await statusOf(ctx, job);
    if (job.state !== 'receiving') return status;
    if (status.received !== job.total)
      throw refused('import.incomplete', { received: status.received, total: job.total });
    if (await queries.startJob(ctx.database, job.id, actingOf(ctx)))
      await queue.enqueue(
        importTask,
        { importId: job.id },
        { singletonKey: String(job.id), runAt: queue.clock.now(), priority: 90 },
      );
    return { ...status, state: 'running' };
  });
}

/** How far an import is. */
export async function getImport(call: ImportCall<ParsedQuery<'importGet'>>): Promise<CallData<'importGet'>> {
  const { job } = await ownJob(call, call.input.importId);
  return statusOf(call.ctx, job);
}

/** What became of each row of an import. */
export async function listImportResult(
  call: ImportCall<ParsedQuery<'importResult'>>,
): Promise<CallData<'importResult'>> {
  const { ctx, input } = call;
  const { job } = await ownJob(call, input.importId);
  const { rows, total } = await queries.listOutcomes(
    ctx,
    job.id,
    input.outcome ?? null,
    input.pageSize,
    (input.currentPage - 1) * input.pageSize,
  );
  return {
    records: rows.map(({ row, outcome, problems }) => ({ row, outcome, problems: said(ctx, problems ?? []) })),
    totalPage: Math.ceil(total / input.pageSize),
    totalRecord: total,
  };
}

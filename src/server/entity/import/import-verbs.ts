// unscoped: Rows were chosen by the entity’s own scope before; history, users of a row and runs are addressed by id, and live events of
// master data have no tenant.
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { actingOf } from '#server/platform/acting.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/context.ts';
import { forbidden, notFound, refused } from '#server/platform/errors/app-error.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { addWaitingRun, beginWaitingRun, findRunByKey, findUserRun } from '#server/platform/run/index.ts';
import type { RowProblem } from '#shared/entity/check-row.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { checkMayWrite } from '../shared-rows.ts';
import type { EntityServices } from '../services.ts';
import * as queries from './import-queries.ts';
import { importRuns, type ReceivedImport } from './import-runs.ts';
import { judgeRows, type Judged, resolveRows } from './judge-rows.ts';
import { contestOf, judgeByHook } from './write-rows.ts';

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

/** An import of the caller; throws "not found" for an import of another user. `lock` keeps others from changing it until the transaction ends. */
async function ownImport({ ctx, services }: ImportCall<unknown>, id: number, lock = false) {
  if (ctx.actor.kind !== 'user') throw notFound();
  const run = await findUserRun(ctx.unscoped, importRuns, { userId: ctx.actor.userId, id, lock });
  if (run === undefined) throw notFound();
  return { run, entity: importable(ctx, services, run.params.entity) };
}

type WireState = CallData<'importGet'>['state'];

/** The state of an import on the wire: rows are received while it waits; one that could not go on has ended as well. */
function wireState(state: ReceivedImport['state']): WireState {
  if (state === 'waiting') return 'receiving';
  return state === 'running' ? 'running' : 'done';
}

async function statusOf(ctx: Ctx, run: ReceivedImport): Promise<CallData<'importGet'>> {
  const planned = { insert: 0, update: 0, same: 0, refused: 0 };
  for (const { plan, n } of await queries.countPlans(ctx.unscoped, run.id)) planned[plan] += Number(n);
  const { id, params, state, total, done, outcome } = run;
  const { entity, mode, fileName } = params;
  return {
    importId: String(id),
    entity,
    mode,
    fileName,
    state: wireState(state),
    total,
    received: Object.values(planned).reduce((sum, n) => sum + n, 0),
    done,
    planned,
    outcomes: outcome,
  };
}

const statement = (ctx: Ctx, problems: readonly RowProblem[]) =>
  problems.map(({ field, text }) => ({ field, message: text[ctx.lang] }));

/** Announces a file; the same announcement again is the same import. */
export async function openImport(call: ImportCall<ParsedBody<'importOpen'>>): Promise<CallData<'importOpen'>> {
  const { ctx, services, input } = call;
  importable(ctx, services, input.entity);
  if (ctx.actor.kind !== 'user') throw forbidden();
  const { userId, userCode: code, name } = ctx.actor;
  const { entity, mode, fileName, total, clientKey } = input;
  const announced = { params: { entity, mode, fileName, acting: null }, total, by: { code, name, userId }, clientKey };
  const run =
    (await addWaitingRun({ database: ctx.unscoped, now: ctx.clock.now() }, importRuns, announced)) ??
    (await findRunByKey(ctx.unscoped, importRuns, { userId, clientKey }));
  if (run === undefined) throw new Error('an import that was announced before is gone');
  return statusOf(ctx, run);
}

/** Rows of earlier parts of a file, as they would be written, that rows of this part may contradict. */
async function contestedBefore(
  { ctx, services, input }: ImportCall<ParsedBody<'importRows'>>,
  { run, entity }: Awaited<ReturnType<typeof ownImport>>,
  contests: readonly (string | null)[],
): Promise<Judged[]> {
  const keys = [...new Set(contests.filter((key) => key !== null))];
  if (keys.length === 0 || input.first === 1) return [];
  const kept = await queries.rowsContested(ctx.unscoped, run.id, input.first, keys);
  const rows = await resolveRows(
    { ctx, entity, services },
    kept.map(({ content }) => content),
  );
  return judgeRows({ ctx, entity, services, mode: run.params.mode, lock: false, rows, repeats: kept.map(() => null) });
}

/** Takes rows of a file, keeps them and says what would become of each. */
export async function receiveRows(call: ImportCall<ParsedBody<'importRows'>>): Promise<CallData<'importRows'>> {
  const { ctx, services, input } = call;
  return ctx.unscoped.transaction(async () => {
    const { run, entity } = await ownImport(call, input.importId, true);
    if (run.state !== 'waiting') throw refused('import.started');
    if (input.first + input.rows.length - 1 > run.total) throw refused('import.tooManyRows', { total: run.total });
    const resolved = await resolveRows({ ctx, entity, services }, input.rows);
    const keys = resolved.map(({ key }) => key ?? null);
    const requested = keys.filter((key) => key !== null);
    const earlier = await queries.rowsOfKeys(ctx.unscoped, run.id, input.first, requested);
    const repeats = keys.map((key, index) => {
      const first = key === null ? undefined : earlier.get(key);
      if (key !== null && first === undefined) earlier.set(key, input.rows[index] ?? {});
      return first ?? null;
    });
    const { mode } = run.params;
    const found = await judgeRows({ ctx, entity, services, mode, lock: false, rows: resolved, repeats });
    const contests = found.map((row) => contestOf({ ctx, entity, services }, row));
    const before = await contestedBefore(
      call,
      { run, entity },
      contests.map(({ key }) => key),
    );
    const judged = await judgeByHook({ ctx, entity, services }, found, before);
    const rows = judged.map((row, index): queries.StoredImportRow => ({
      rowNo: input.first + index,
      content: input.rows[index] ?? {},
      rowKey: keys[index] ?? null,
      contestKey: contests[index]?.key ?? null,
      contestLeft: contests[index]?.left ?? null,
      plan: row.plan,
      problems: row.plan === 'refused' ? row.problems : [],
    }));
    await queries.keepRows(ctx.unscoped, run.id, rows);
    return rows.map(({ rowNo, plan, problems }) => ({ row: rowNo, plan, problems: statement(ctx, problems) }));
  });
}

/** Has an import done; ordered twice it is done once. */
export async function orderImport(call: ImportCall<ParsedBody<'importRun'>>): Promise<CallData<'importRun'>> {
  const { ctx, queue, input } = call;
  return ctx.unscoped.transaction(async () => {
    const { run } = await ownImport(call, input.importId, true);
    const status = await statusOf(ctx, run);
    if (run.state !== 'waiting') return status;
    const { received, total } = status;
    if (received !== total) throw refused('import.incomplete', { received, total });
    const params = { ...run.params, acting: actingOf(ctx) };
    await beginWaitingRun({ database: ctx.unscoped, queue, now: ctx.clock.now() }, importRuns, run.id, {
      total,
      params,
    });
    return { ...status, state: 'running' };
  });
}

/** How far an import is. */
export async function getImport(call: ImportCall<ParsedQuery<'importGet'>>): Promise<CallData<'importGet'>> {
  const { run } = await ownImport(call, call.input.importId);
  return statusOf(call.ctx, run);
}

/** What became of each row of an import. */
export async function listImportResult(
  call: ImportCall<ParsedQuery<'importResult'>>,
): Promise<CallData<'importResult'>> {
  const { ctx, input } = call;
  const { run } = await ownImport(call, input.importId);
  const { rows, total } = await queries.listOutcomes(
    ctx,
    run.id,
    input.outcome ?? null,
    input.pageSize,
    (input.currentPage - 1) * input.pageSize,
  );
  return {
    records: rows.map(({ row, outcome, problems }) => ({ row, outcome, problems: statement(ctx, problems ?? []) })),
    totalPage: Math.ceil(total / input.pageSize),
    totalRecord: total,
  };
}

// unscoped: Runs, files and locks are found by the id of the caller, who owns them; the rows of the file are read by `ctx.db`.
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import { actingOf } from '#server/platform/acting.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { forbidden, notFound, refused } from '#server/platform/errors/app-error.ts';
import { streamAnswer, type StreamAnswer } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import {
  countOpenUserRuns,
  endRun,
  findRunByKey,
  findUserRun,
  listUserRuns,
  startRun,
} from '#server/platform/run/index.ts';
import type { ListExport } from '#server/platform/sheet/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { dropFile, dropRows, readFile } from './export-queries.ts';
import { type ExportParams, exportRun, type OrderedExport } from './export-run.ts';
import type { TenantScope } from '#server/platform/db/database.ts';

/** Days a file is kept. */
export const exportKeptDays = 3;
/** Exports of one person that may be under way at once; a program orders a data file of each data set. */
const maxOpen = { sheet: 3, parquet: 10 };
const maxListed = 50;
const maxDataFiles = 500;

/** Lists that can be exported, by name. */
export type ExportLists = Readonly<Record<string, ListExport>>;

/** What the calls of an export work with. */
export type ExportCall<Input> = { ctx: Ctx; lists: ExportLists; queue: Queue; input: Input };

const typeOf = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;

function userOf(ctx: Ctx) {
  if (ctx.actor.kind !== 'user') throw forbidden();
  return ctx.actor;
}

/** The list, if the caller may read it. */
function readable(ctx: Ctx, lists: ExportLists, name: string): ListExport {
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (list === undefined) throw notFound();
  const { access }: CallPath = paths[list.call];
  if (!isAdmitted(access, ctx.actor)) throw forbidden();
  return list;
}

/** Does the caller still see every tenant that the export was made for? */
export const covers = (now: TenantScope, then: TenantScope): boolean =>
  now.kind === 'all' || (then.kind === 'tenants' && then.tenantIds.every((id) => now.tenantIds.includes(id)));

/** An export of the caller; throws "not found" for an export of another user. */
async function ownExport({ ctx }: ExportCall<unknown>, id: number, lock = false): Promise<OrderedExport> {
  const run = await findUserRun(ctx.unscoped, exportRun, { userId: userOf(ctx).userId, id, lock });
  if (run === undefined) throw notFound();
  return run;
}

/** Where an export stands on the wire: it waits until its rows are fixed. */
function stateOf({ state, outcome }: OrderedExport): CallData<'exportGet'>['state'] {
  return state === 'running' && outcome.titles === null ? 'waiting' : state;
}

const statusOf = (ctx: Ctx, run: OrderedExport): CallData<'exportGet'> => ({
  exportId: String(run.id),
  list: run.params.list,
  title: run.params.title,
  kind: run.params.kind,
  state: stateOf(run),
  total: run.outcome.titles === null ? null : run.total,
  done: run.state === 'done' ? run.outcome.lines : run.done,
  sizeBytes: run.state === 'done' ? run.outcome.sizeBytes : 0,
  orderedAt: run.started_at,
  finishedAt: run.finished_at,
  keptUntil: run.started_at + exportKeptDays * DAY_MS,
  problem: run.state === 'failed' ? serverText('export.failed', {}, ctx.lang) : null,
});

/** What narrows or orders the rows; which page was shown says nothing of an export. */
function filterOf({ currentPage: _page, pageSize: _size, ...query }: Readonly<Record<string, unknown>>) {
  const given = Object.entries(query).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return given.length === 0 ? null : Object.fromEntries(given);
}

const audited = (ctx: Ctx, run: OrderedExport, action: 'export' | 'download' | 'cancel', after: object) =>
  writeAudit(ctx, {
    entity: 'export',
    entityId: String(run.id),
    action,
    tenantId: userOf(ctx).tenantId,
    after: { list_name: run.params.title, file_kind: run.params.kind, ...after },
  });

/** Starts an export in the current transaction; undefined when this browser sent the order before. */
function startExport(
  { ctx, queue }: ExportCall<unknown>,
  order: Omit<ExportParams, 'acting' | 'lang'>,
  clientKey: string,
): Promise<OrderedExport | undefined> {
  const { userId, userCode: code, name } = userOf(ctx);
  return startRun({ database: ctx.unscoped, queue, now: realClock.now() }, exportRun, {
    // About no tenant: one that a run is about cannot be deleted.
    params: { ...order, lang: ctx.lang, acting: actingOf(ctx) },
    // Known once its rows are fixed.
    total: 0,
    by: { userId, code, name },
    clientKey,
  });
}

/** An order of a file: of a list for people, or of data for programs. */
export type FileOrder = Omit<ParsedBody<'exportOrder'>, 'kind'> & Pick<ExportParams, 'kind'>;

/** Has the filtered rows of a list written to a file; the same order sent again is the same export. */
export async function orderExport(call: ExportCall<FileOrder>): Promise<CallData<'exportOrder'>> {
  const { ctx, lists, input } = call;
  const { clientKey, kind, query, columns } = input;
  const { userId } = userOf(ctx);
  const list = readable(ctx, lists, input.list);
  // What the list would refuse is refused now, not later.
  const { titles, parquet } = list.prepare(ctx, query, columns);
  if ((kind === 'parquet') !== (parquet !== undefined)) throw notFound();
  const limit = kind === 'parquet' ? maxOpen.parquet : maxOpen.sheet;
  return ctx.unscoped.transaction(async () => {
    const known = await findRunByKey(ctx.unscoped, exportRun, { userId, clientKey });
    if (known !== undefined) return statusOf(ctx, known);
    await keepCap(ctx.unscoped, {
      of: `exports of user ${userId}`,
      limit,
      count: () => countOpenUserRuns(ctx.unscoped, exportRun, userId),
      refusal: () => refused('export.tooMany', { max: limit }),
    });
    const order = { list: input.list, kind, request: { query, columns }, title: list.title[ctx.lang] };
    const run = await startExport(call, order, clientKey);
    // Sent twice at once: the other one has it.
    if (run === undefined) {
      const other = await findRunByKey(ctx.unscoped, exportRun, { userId, clientKey });
      if (other === undefined) throw notFound();
      return statusOf(ctx, other);
    }
    await audited(ctx, run, 'export', { filter: filterOf(query), columns: titles });
    return statusOf(ctx, run);
  });
}

/** How far an export is. */
export const getExport = async (call: ExportCall<ParsedQuery<'exportGet'>>): Promise<CallData<'exportGet'>> =>
  statusOf(call.ctx, await ownExport(call, call.input.exportId));

const ownRuns = ({ ctx }: ExportCall<unknown>, limit: number): Promise<OrderedExport[]> =>
  listUserRuns(ctx.unscoped, exportRun, { userId: userOf(ctx).userId, limit });

/** What the caller exported in the last days. */
export async function listExports(call: ExportCall<unknown>): Promise<CallData<'exportList'>> {
  return (await ownRuns(call, maxListed)).map((run) => statusOf(call.ctx, run));
}

/** A data file with what it was ordered with and what its list noted. */
export type DataFile = { status: CallData<'exportGet'>; query: unknown; noted: string | null };

const dataFileOf = (ctx: Ctx, run: OrderedExport): DataFile => ({
  status: statusOf(ctx, run),
  query: run.params.request.query,
  noted: run.state === 'done' ? run.outcome.noted : null,
});

/** Data files that the caller ordered in the last days and whose tenants the caller still sees, newest first. */
export async function listDataFiles(call: ExportCall<unknown>): Promise<DataFile[]> {
  const runs = await ownRuns(call, maxDataFiles);
  return runs
    .filter(({ params: { kind, acting } }) => kind === 'parquet' && covers(call.ctx.scope, acting.scope))
    .map((run) => dataFileOf(call.ctx, run));
}

/** One data file of the caller; throws "not found" for anything else. */
export async function getDataFile(call: ExportCall<{ exportId: number }>): Promise<DataFile> {
  const run = await ownExport(call, call.input.exportId);
  if (run.params.kind !== 'parquet' || !covers(call.ctx.scope, run.params.acting.scope)) throw notFound();
  return dataFileOf(call.ctx, run);
}

/** Stops an export; what was written by then goes. */
export function cancelExport(call: ExportCall<ParsedBody<'exportCancel'>>): Promise<CallData<'exportCancel'>> {
  const { ctx, input } = call;
  return ctx.unscoped.transaction(async () => {
    const run = await ownExport(call, input.exportId, true);
    const ended = await endRun(ctx.unscoped, run.id, { state: 'cancelled', error: null }, realClock.now());
    if (ended !== undefined) {
      await dropRows(ctx.unscoped, run.id);
      await dropFile(ctx.unscoped, run.id);
      await audited(ctx, run, 'cancel', {});
    }
    return statusOf(ctx, await ownExport(call, input.exportId));
  });
}

/** The file of an export, for anyone who ordered it and may still read the list and all its tenants. */
export async function downloadExport(call: ExportCall<ParsedQuery<'exportDownload'>>): Promise<StreamAnswer> {
  const { ctx, lists, input } = call;
  const run = await ownExport(call, input.exportId);
  const { list: name, acting, kind, lang, title } = run.params;
  const list = readable(ctx, lists, name);
  if (!covers(ctx.scope, acting.scope)) throw forbidden();
  if (run.state !== 'done') throw refused('export.notReady');
  const { lines, sizeBytes } = run.outcome;
  await audited(ctx, run, 'download', { rows: lines });
  return streamAnswer({
    body: readFile(ctx.unscoped, { runId: run.id, sizeBytes }),
    contentType: typeOf[kind],
    fileName: `${list.file?.[lang] ?? title}.${kind}`,
  });
}

import { z } from 'zod';
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/paths.ts';
import { actingOf } from '#server/platform/acting.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import type { Ctx, TenantScope } from '#server/platform/context.ts';
import { forbidden, notFound, refused } from '#server/platform/errors/app-error.ts';
import { streamAnswer, type StreamAnswer } from '#server/platform/http/index.ts';
import { defineTask, type Queue } from '#server/platform/queue/index.ts';
import type { ListExport } from '#server/platform/sheet/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import * as queries from './export-queries.ts';

/** Kind of the task that writes files. */
export const exportTask = defineTask('list_export', z.object({ exportId: z.number() }));
/** Days a file is kept. */
export const exportKeptDays = 3;
/** Exports of one person that may be under way at once. */
const mostOpen = 3;
const mostListed = 50;

/** Lists that can be exported, by name. */
export type ExportLists = Readonly<Record<string, ListExport>>;

/** What the calls of an export work with. */
export type ExportCall<Input> = { ctx: Ctx; lists: ExportLists; queue: Queue; input: Input };

const typeOf = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
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
const covers = (now: TenantScope, then: TenantScope): boolean =>
  now.kind === 'all' || (then.kind === 'tenants' && then.tenantIds.every((id) => now.tenantIds.includes(id)));

/** An export of the caller's own; anybody else's is none. */
async function ownJob({ ctx }: ExportCall<unknown>, id: number, lock = false): Promise<queries.ExportJob> {
  const job = await queries.findOwn(ctx.database, id, userOf(ctx).userId, lock);
  if (job === undefined) throw notFound();
  return job;
}

const statusOf = (ctx: Ctx, job: queries.ExportJob): CallData<'exportGet'> => ({
  exportId: String(job.id),
  list: job.list,
  title: job.title,
  kind: job.kind,
  state: job.state,
  total: job.total,
  done: job.doneRows,
  sizeBytes: Number(job.sizeBytes),
  orderedAt: job.orderedAt,
  finishedAt: job.finishedAt,
  keptUntil: job.orderedAt + exportKeptDays * DAY_MS,
  problem: job.problem === null ? null : serverText(job.problem, {}, ctx.lang),
});

/** What narrows or orders the rows; which page was shown says nothing of an export. */
function filterOf({ currentPage: _page, pageSize: _size, ...query }: Readonly<Record<string, unknown>>) {
  const given = Object.entries(query).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return given.length === 0 ? null : Object.fromEntries(given);
}

const audited = (ctx: Ctx, job: queries.ExportJob, action: 'export' | 'download' | 'cancel', after: object) =>
  writeAudit(ctx, {
    entity: 'export',
    entityId: String(job.id),
    action,
    tenantId: userOf(ctx).tenantId,
    after: { list_name: job.title, file_kind: job.kind, ...after },
  });

/** Has the filtered rows of a list written to a file; the same order sent again is the same export. */
export async function orderExport(call: ExportCall<ParsedBody<'exportOrder'>>): Promise<CallData<'exportOrder'>> {
  const { ctx, lists, queue, input } = call;
  const { userId } = userOf(ctx);
  const list = readable(ctx, lists, input.list);
  const request = { query: input.query, columns: input.columns };
  // What the list would refuse is refused now, not later.
  const { titles } = list.prepare(ctx, request.query, request.columns);
  return ctx.database.transaction(async () => {
    const known = await queries.findByKey(ctx.database, userId, input.clientKey);
    if (known !== undefined) return statusOf(ctx, known);
    if ((await queries.countOpen(ctx.database, userId)) >= mostOpen) throw refused('export.tooMany', { max: mostOpen });
    const { clientKey, kind } = input;
    const order = { clientKey, kind, userId, list: input.list, lang: ctx.lang, request, title: list.title[ctx.lang] };
    const job = await queries.addJob(ctx.database, { ...order, acting: actingOf(ctx) });
    // Sent twice at once: the other one has it.
    if (job === undefined) {
      const other = await queries.findByKey(ctx.database, userId, clientKey);
      if (other === undefined) throw notFound();
      return statusOf(ctx, other);
    }
    await queue.enqueue(
      exportTask,
      { exportId: job.id },
      { singletonKey: String(job.id), runAt: queue.clock.now(), priority: 40, maxAttempts: 4 },
    );
    await audited(ctx, job, 'export', { filter: filterOf(input.query), columns: titles });
    return statusOf(ctx, job);
  });
}

/** How far an export is. */
export const getExport = async (call: ExportCall<ParsedQuery<'exportGet'>>): Promise<CallData<'exportGet'>> =>
  statusOf(call.ctx, await ownJob(call, call.input.exportId));

/** What the caller exported in the last days. */
export async function listExports({ ctx }: ExportCall<unknown>): Promise<CallData<'exportList'>> {
  const jobs = await queries.listOwn(ctx.database, userOf(ctx).userId, mostListed);
  return jobs.map((job) => statusOf(ctx, job));
}

/** Stops an export; what was written by then goes. */
export function cancelExport(call: ExportCall<ParsedBody<'exportCancel'>>): Promise<CallData<'exportCancel'>> {
  const { ctx, input } = call;
  return ctx.database.transaction(async () => {
    const job = await ownJob(call, input.exportId, true);
    if (await queries.endWithout(ctx.database, job.id, 'cancelled')) await audited(ctx, job, 'cancel', {});
    return statusOf(ctx, await ownJob(call, input.exportId));
  });
}

/** The file of an export, for whoever ordered it and may still read the list and all its tenants. */
export async function downloadExport(call: ExportCall<ParsedQuery<'exportDownload'>>): Promise<StreamAnswer> {
  const { ctx, lists, input } = call;
  const job = await ownJob(call, input.exportId);
  const list = readable(ctx, lists, job.list);
  if (!covers(ctx.scope, job.acting.scope)) throw forbidden();
  if (job.state !== 'done') throw refused('export.notReady');
  await audited(ctx, job, 'download', { rows: job.doneRows });
  return streamAnswer({
    body: queries.readFile(ctx.database, job),
    contentType: typeOf[job.kind],
    fileName: `${list.file?.[job.lang] ?? job.title}.${job.kind}`,
  });
}

// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { BulkRun } from '#contract/execution/job.ts';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { pageOf } from '#server/platform/page.ts';
import { endRun, findOwnRun, listOwnRuns } from '#server/platform/run/index.ts';
import { serverText, knownText } from '#shared/i18n/server-messages/index.ts';
import { listItems } from './bulk-queries.ts';
import { type BulkJobRun, bulkRun } from './bulk-run.ts';

const maxShown = 20;

const presentRun = (run: BulkJobRun): BulkRun => ({
  runId: String(run.id),
  act: run.params.act,
  state: run.state,
  total: run.total,
  done: run.done,
  succeeded: run.outcome.succeeded,
  // What could not be worked on was not done either.
  refused: run.outcome.refused + run.failed,
  startTime: run.started_at,
  finishTime: run.finished_at,
});

async function ownRun(ctx: Ctx, id: number): Promise<BulkJobRun> {
  const run = await findOwnRun(ctx, [bulkRun], id);
  if (run === undefined || run.subject !== ctx.actor.userCode) throw notFound();
  return run;
}

/** The caller's newest runs over many jobs or processes. */
export async function listBulkRuns(ctx: Ctx): Promise<BulkRun[]> {
  const filter = { kinds: [bulkRun], subjects: [ctx.actor.userCode] };
  const { rows } = await listOwnRuns(ctx, filter, { currentPage: 1, pageSize: maxShown });
  return rows.map(presentRun);
}

type Item = Awaited<ReturnType<typeof listItems>>['rows'][number];

/** What became of an item that the run came by, or did not. */
function textOf(ctx: Ctx, run: BulkJobRun, item: Item): string {
  const own = item.text_code === null ? undefined : knownText(item.text_code, ctx.lang, item.text_params);
  if (own !== undefined) return own;
  if (item.id <= (run.cursors[0] ?? 0)) return serverText('job.act.broken', {}, ctx.lang);
  return serverText(run.state === 'running' ? 'job.act.toCome' : 'job.act.left', {}, ctx.lang);
}

const presentItem = (ctx: Ctx, run: BulkJobRun, item: Item): CallData<'jobBulkResults'>['records'][number] => ({
  jobId: item.job_id === null ? null : String(item.job_id),
  processName: item.process_name,
  tenantName: (ctx.lang === 'en' ? item.tenant_name_en : null) ?? item.tenant_name,
  done: item.done ?? (item.id <= (run.cursors[0] ?? 0) ? false : null),
  jobStatus: item.job_status,
  text: textOf(ctx, run, item),
  newJobId: item.new_job_id === null ? null : String(item.new_job_id),
});

/** How far a run is, and a page of what became of each. */
export async function listBulkResults(
  ctx: Ctx,
  input: ParsedBody<'jobBulkResults'>,
): Promise<CallData<'jobBulkResults'>> {
  const run = await ownRun(ctx, input.runId);
  const { rows, total } = await listItems(ctx, input);
  return {
    ...pageOf(
      rows.map((item) => presentItem(ctx, run, item)),
      total,
      input,
    ),
    run: presentRun(run),
  };
}

/** Ends a run that is under way; what it has done stays. */
export async function cancelBulkRun(ctx: Ctx, id: number): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const run = await ownRun(ctx, id);
    const ended = await endRun(ctx.unscoped, id, { state: 'cancelled', error: null }, ctx.clock.now());
    if (ended === undefined) throw refused('job.bulk.over');
    await writeAudit(ctx, {
      entity: 'jobBulk',
      entityId: String(id),
      action: 'cancel',
      tenantId: run.tenant_id,
      after: { done: ended.done, total: ended.total },
    });
    return null;
  });
}

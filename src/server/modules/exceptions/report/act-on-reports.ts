// unscoped: Each report was found by `ctx.db`, which is limited to the caller’s tenants; what follows addresses it by id.
import { paths } from '#contract/all-paths.ts';
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import type { CallPath } from '#contract/call-path.ts';
import { covers, hasFile, readFile } from '#server/modules/administration/export/index.ts';
import { listMailStates } from '#server/modules/administration/notification/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { streamAnswer, type StreamAnswer } from '#server/platform/http/index.ts';
import { findRun, listRuns, readRun } from '#server/platform/run/index.ts';
import { knownText, serverText } from '#shared/i18n/server-messages/index.ts';
import { reportKeptDays } from '#shared/reference/report.ts';
import { nextCronRuns } from '#shared/time/cron.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { kindsOf } from './kinds/index.ts';
import { presentReports, stateOf } from './present-report.ts';
import { listPossible, removeReport, setActive, visibleIds } from './report-queries.ts';
import { reportRun, type ReportRun, subjectOf } from './report-run.ts';
import { audited, lockReport, type ReportCall, userOf } from './save-report.ts';
import { fileNameOf, filesOf, mailKeyOf } from './send-report.ts';
import { startReport } from './start-report.ts';

const maxRuns = 50;

/** Reports that the caller may see. */
export async function queryReports(
  { ctx, deps }: ReportCall<unknown>,
  mailReady: boolean,
): Promise<CallData<'reportQuery'>> {
  return { mailReady, reports: await presentReports(ctx, await visibleIds(ctx), deps.reference()) };
}

/** Whom a report of a tenant can go to. */
export async function queryRecipients({
  ctx,
  input: { tenantId },
}: ReportCall<ParsedQuery<'reportRecipients'>>): Promise<CallData<'reportRecipients'>> {
  if (ctx.scope.kind !== 'all' && !ctx.scope.tenantIds.includes(tenantId)) throw notFound();
  return listPossible(ctx.unscoped, tenantId);
}

async function presentOne({ ctx, deps }: ReportCall<unknown>, id: number): Promise<CallData<'reportSave'>> {
  const [row] = await presentReports(ctx, [id], deps.reference());
  if (row === undefined) throw notFound();
  return row;
}

/** Deletes a report: its owner, or an administrator of its tenant. Gives its name. */
export function deleteReport(call: ReportCall<ParsedBody<'reportDelete'>>): Promise<string> {
  const { ctx, input } = call;
  return ctx.unscoped.transaction(async () => {
    const report = await lockReport(ctx, input.reportId, false);
    const before = audited(await presentOne(call, report.id));
    await removeReport(ctx.unscoped, report.id);
    await writeAudit(ctx, {
      entity: 'report',
      entityId: String(report.id),
      action: 'delete',
      tenantId: report.tenantId,
      before,
    });
    return report.reportName;
  });
}

/** Pauses a report or lets it go on: its owner, or an administrator of its tenant. */
export function switchReport(call: ReportCall<ParsedBody<'reportSwitch'>>): Promise<CallData<'reportSwitch'>> {
  const { ctx, input, deps } = call;
  return ctx.unscoped.transaction(async () => {
    const report = await lockReport(ctx, input.reportId, false);
    const active = input.active === 1;
    if (active === report.active) return presentOne(call, report.id);
    if (active && report.ownerId === userOf(ctx).userId) {
      const { access }: CallPath = paths[kindsOf(deps.reference)[report.reportKind].call];
      if (!isAdmitted(access, ctx.actor)) throw refused('report.noRight');
    }
    const now = ctx.clock.now();
    await setActive(ctx.unscoped, report.id, {
      active,
      because: active ? null : 'person',
      // What was due while it was paused is not made up.
      ...(active ? { plannedUntil: now, next: nextCronRuns(report.cron, report.zone, now, 1)[0] } : {}),
    });
    await writeAudit(ctx, {
      entity: 'report',
      entityId: String(report.id),
      action: active ? 'resume' : 'pause',
      tenantId: report.tenantId,
      before: { active: report.active },
      after: { report_name: report.reportName, active },
    });
    return presentOne(call, report.id);
  });
}

/** Makes and sends a report now, besides its times; only its owner does. */
export function sendReportNow(
  call: ReportCall<ParsedBody<'reportSend'>>,
): Promise<CallData<'reportSend'> & { name: string }> {
  const { ctx, input, deps } = call;
  return ctx.unscoped.transaction(async () => {
    const report = await lockReport(ctx, input.reportId, true);
    const { access }: CallPath = paths[kindsOf(deps.reference)[report.reportKind].call];
    if (!isAdmitted(access, ctx.actor)) throw refused('report.noRight');
    const { userId, userCode: code, name } = userOf(ctx);
    const run = await startReport({ database: ctx.unscoped, queue: deps.queue, clock: ctx.clock }, report, {
      plannedAt: null,
      by: { userId, code, name },
    });
    if (run === undefined) throw refused('report.busy');
    await writeAudit(ctx, {
      entity: 'report',
      entityId: String(report.id),
      action: 'send',
      tenantId: report.tenantId,
      after: { report_name: report.reportName, run_id: run.id },
    });
    return { runId: String(run.id), name: report.reportName };
  });
}

/** Why a run made nothing, in words. */
function problemOf(ctx: Ctx, { state, error, params }: ReportRun): string | null {
  if (state !== 'failed' && state !== 'cancelled') return null;
  return (
    knownText(`report.problem.${error ?? ''}`, ctx.lang, { count: params.skipped }) ??
    serverText('report.problem.failed', {}, ctx.lang)
  );
}

const keptUntil = ({ started_at: startedAt }: ReportRun): number => startedAt + reportKeptDays * DAY_MS;

/** What became of each sending, newest first, with the mails of each. */
export async function queryRuns({
  ctx,
  input,
}: ReportCall<ParsedQuery<'reportRuns'>>): Promise<CallData<'reportRuns'>> {
  const [id] = await visibleIds(ctx, input.reportId);
  if (id === undefined) throw notFound();
  const runs = await listRuns(ctx.unscoped, { kinds: [reportRun], subjects: [subjectOf(id)] }, maxRuns);
  const tenantId = runs[0]?.params.definition.tenantId;
  const mails =
    tenantId === undefined
      ? []
      : await listMailStates(ctx.unscoped, { tenantId, keys: runs.map((run) => mailKeyOf(run.id)), lang: ctx.lang });
  const mailsOf = Map.groupBy(mails, ({ key }) => key);
  return runs.map((run) => ({
    runId: String(run.id),
    plannedTime: run.params.plannedAt,
    startTime: run.params.at,
    endTime: run.finished_at,
    state: stateOf(run.state),
    problem: problemOf(ctx, run),
    rows:
      run.state !== 'done'
        ? null
        : run.params.definition.formats.includes('xlsx')
          ? run.outcome.lines
          : run.outcome.rows,
    handlerName: run.handler_name,
    files: run.state === 'done' ? filesOf(run).map(({ format, sizeBytes }) => ({ format, sizeBytes })) : [],
    keptUntil: keptUntil(run),
    mails: (mailsOf.get(mailKeyOf(run.id)) ?? []).map(({ key: _key, ...mail }) => mail),
  }));
}

/** A file of a run, for the owner and administrators who may still see what it contains. */
export async function downloadReport({
  ctx,
  input,
  deps,
}: ReportCall<ParsedQuery<'reportDownload'>>): Promise<StreamAnswer> {
  const stored = await findRun(ctx.unscoped, input.runId);
  if (stored?.kind !== reportRun.kind) throw notFound();
  const run = readRun(reportRun, stored);
  const { definition } = run.params;
  if ((await visibleIds(ctx, definition.reportId)).length === 0) throw notFound();
  const { access }: CallPath = paths[kindsOf(deps.reference)[definition.reportKind].call];
  if (!isAdmitted(access, ctx.actor) || !covers(ctx.scope, { kind: 'tenants', tenantIds: [definition.tenantId] }))
    throw refused('report.noRight');
  const file = filesOf(run).find(({ format }) => format === input.format);
  if (file === undefined || run.state !== 'done') throw refused('export.notReady');
  if (!(await hasFile(ctx.unscoped, run.id, file.firstPart))) throw refused('report.fileGone');
  await writeAudit(ctx, {
    entity: 'report',
    entityId: String(definition.reportId),
    action: 'download',
    tenantId: definition.tenantId,
    after: { report_name: definition.reportName, run_id: run.id, file_kind: file.format },
  });
  return streamAnswer({
    body: readFile(ctx.unscoped, { runId: run.id, sizeBytes: file.sizeBytes, firstPart: file.firstPart }),
    contentType: file.contentType,
    fileName: fileNameOf(run, file.format),
  });
}

// unscoped: The report was found by `ctx.db`, which is limited to the caller’s tenants; what follows addresses it by id.
import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { ReportDeps } from './work-report.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import type { Actor, Ctx } from '#server/platform/context.ts';
import { json } from '#server/platform/db/json.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { forbidden, notFound, refused } from '#server/platform/errors/app-error.ts';
import { cronProblem, nextCronRuns } from '#shared/time/cron.ts';
import { type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { isZone } from '#shared/time/zone.ts';
import { textIn } from '#shared/i18n/text.ts';
import { codeOf } from '#shared/values/errors.ts';
import { kindsOf } from './kinds/index.ts';
import { presentReports } from './present-report.ts';
import {
  countOwn,
  listPossible,
  readReports,
  type ReportRecord,
  replaceRecipients,
  visibleIds,
} from './report-queries.ts';

/** Reports of one person. */
const maxOwn = 50;
/** Minutes between two sendings at least. */
const leastMinutes = 15;
const lookedAt = 60;
const maxFilterBytes = 64_000;

type Input = ParsedBody<'reportSave'>;
export type ReportCall<Value> = {
  ctx: Ctx;
  input: Value;
  deps: Pick<ReportDeps, 'reference' | 'exportLists' | 'queue'>;
};

/** The person who calls. */
export function userOf(ctx: Ctx): Actor & { kind: 'user' } {
  if (ctx.actor.kind !== 'user') throw forbidden();
  return ctx.actor;
}

/** A report that the caller may see, locked for a change; `own`: only its owner may make it. */
export async function lockReport(ctx: Ctx, id: number, own: boolean): Promise<ReportRecord> {
  const ids = await visibleIds(ctx, id);
  const [report] = await readReports(ctx.unscoped, ids, true);
  if (report === undefined) throw notFound();
  if (own && report.ownerId !== userOf(ctx).userId) throw refused('report.notOwner', { owner: report.ownerName });
  return report;
}

/** The first time after a moment; refuses times that cannot be read, never come, or follow each other too closely. */
function firstTime({ ctx, input: { cron, zone } }: ReportCall<Input>): Instant {
  if (!isZone(zone)) throw refused('report.badZone', { zone });
  const now = ctx.clock.now();
  const problem = cronProblem(cron, now);
  if (problem !== undefined) throw refused('report.badCron', { problem: textIn(problem, ctx.lang) });
  const times = nextCronRuns(cron, zone, now, lookedAt);
  const tooClose = times.some((time, index) => index > 0 && time - (times[index - 1] ?? 0) < leastMinutes * MINUTE_MS);
  if (tooClose) throw refused('report.tooOften', { minutes: leastMinutes });
  const [first] = times;
  if (first === undefined) throw refused('report.neverDue');
  return first;
}

/** Refuses what the caller may not see, and filters that the list does not understand. */
function checkContent({ ctx, input, deps }: ReportCall<Input>): void {
  const kind = kindsOf(deps.reference)[input.reportKind];
  const { access }: CallPath = paths[kind.call];
  if (!isAdmitted(access, ctx.actor)) throw refused('report.noRight');
  if (Buffer.byteLength(json(input.filters)) > maxFilterBytes) throw refused('view.tooLarge');
  const definition = { ...input, reportId: 0, ownerId: 0, ownerName: '' };
  kind.list(deps.exportLists).prepare(ctx, kind.query({ definition, at: ctx.clock.now() }), undefined);
}

/** Refuses recipients that do not belong to the tenant, have no address, or were not allowed. */
async function checkRecipients({ ctx, input }: ReportCall<Input>): Promise<string[]> {
  const wanted = [...new Set(input.recipients)];
  if (wanted.length === 0) throw refused('report.noRecipient');
  const possible = new Set((await listPossible(ctx.unscoped, input.tenantId)).map(({ value }) => value));
  const unfit = wanted.find((value) => !possible.has(value));
  if (unfit?.startsWith('address') === true) throw refused('report.addressNotAllowed');
  if (unfit !== undefined) throw refused('report.noMail');
  return wanted;
}

const rowOf = (input: Input, name: string) => ({
  report_name: name,
  report_kind: input.reportKind,
  view_name: input.viewName,
  filters: json(input.filters),
  days: input.days,
  formats: [...new Set(input.formats)],
  language: input.language,
  cron_expression: input.cron.trim(),
  cron_zone: input.zone,
  missed_policy: input.missed,
});

async function write(call: ReportCall<Input>, name: string, next: Instant): Promise<number> {
  const { ctx, input } = call;
  const { userId } = userOf(ctx);
  const now = new Date(ctx.clock.now());
  const times = { planned_until: now, next_run_at: new Date(next) };
  if (input.reportId == null) {
    await keepCap(ctx.unscoped, {
      of: `reports of user ${userId}`,
      limit: maxOwn,
      count: () => countOwn(ctx.unscoped, userId),
      refusal: () => refused('report.tooMany', { max: maxOwn }),
    });
    const { id } = await ctx.db
      .insertInto('report')
      .values({ tenant_id: input.tenantId, owner_id: userId, ...rowOf(input, name), ...times })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const before = await lockReport(ctx, input.reportId, true);
  if (input.recordVersion != null && input.recordVersion !== before.recordVersion)
    throw refused('error.stale', { who: before.ownerName }, { stale: true });
  if (before.tenantId !== input.tenantId) throw notFound();
  await ctx.db
    .updateTable('report')
    .set({ ...rowOf(input, name), ...times, record_version: before.recordVersion + 1, updated_at: now })
    .where('id', '=', before.id)
    .execute();
  return before.id;
}

async function stating<T>(name: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    throw refused('report.nameTaken', { name });
  }
}

/** Adds a scheduled report of the caller, or changes one that the caller owns. */
export async function saveReport(call: ReportCall<Input>): Promise<CallData<'reportSave'>> {
  const { ctx, input, deps } = call;
  const name = input.reportName.trim();
  if (name === '') throw refused('report.nameRequired');
  if (ctx.scope.kind !== 'all' && !ctx.scope.tenantIds.includes(input.tenantId)) throw notFound();
  if (!deps.reference().tenants.has(input.tenantId)) throw notFound();
  checkContent(call);
  const next = firstTime(call);
  return ctx.unscoped.transaction(async () => {
    const recipients = await checkRecipients(call);
    const [before] =
      input.reportId == null ? [] : await presentReports(ctx, await visibleIds(ctx, input.reportId), deps.reference());
    const id = await stating(name, () => write(call, name, next));
    await replaceRecipients(ctx.unscoped, { id, tenantId: input.tenantId }, recipients);
    const [after] = await presentReports(ctx, [id], deps.reference());
    if (after === undefined) throw notFound();
    await writeAudit(ctx, {
      entity: 'report',
      entityId: String(id),
      action: before === undefined ? 'insert' : 'update',
      tenantId: input.tenantId,
      before: before && audited(before),
      after: audited(after),
    });
    return after;
  });
}

/** What the audit keeps of a report. */
export const audited = (row: CallData<'reportSave'>) => ({
  report_name: row.reportName,
  report_kind: row.reportKind,
  filters: row.filters,
  days: row.days,
  formats: row.formats,
  language: row.language,
  cron_expression: row.cron,
  cron_zone: row.zone,
  recipients: row.recipients.map(({ name, email }) => (email === null ? name : `${name} <${email}>`)),
  active: row.active,
});

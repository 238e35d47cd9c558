import { sql } from 'kysely';
import type { CallData } from '#contract/index.ts';
import { isEnded, type JobStatus } from '#domain/execution/job/job-status.ts';
import type { Outcome, OutcomeReason } from '#domain/execution/schedule/plan.ts';
import { errorOf } from '#server/modules/execution/job/index.ts';
import { type ReferenceSnapshot, tenantName } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { type MessageParams, serverText } from '#shared/i18n/server-messages/index.ts';
import { overlapTexts } from './run-lengths.ts';
import { reasonText } from './reason-text.ts';

type Schedule = CallData<'subscriptionSchedules'>[number];
type Plan = CallData<'schedulePlans'>['records'][number];
type Page = { limit: number; offset: number };

/** Ids from here on are of schedules of processes; those below are of sources that are asked for a subscription. */
const firstScheduleId = 1_000_000_000_001;

/** Whether an id is of a schedule of a process. */
export const isProcessSchedule = (id: number): boolean => id >= firstScheduleId;

/** Schedules of processes that run for a subscription; whose subscription it is was checked by the caller. */
export async function subscriptionSchedules(
  ctx: Ctx,
  subscriptionId: number,
  reference: ReferenceSnapshot,
): Promise<Schedule[]> {
  const rows = await ctx.db
    .selectFrom('schedule as s')
    .innerJoin('process as p', 'p.id', 's.process_id')
    .innerJoin('package_version as v', 'v.id', 'p.package_version_id')
    .innerJoin('package as k', 'k.id', 'v.package_id')
    .leftJoin('occurrence as o', 'o.id', 's.last_occurrence_id')
    .select(['s.id', 's.tenant_id', 's.schedule_name', 's.schedule_status', 's.cron_expression', 's.cron_zone'])
    .select(['s.process_id', 's.calendar_id'])
    .select(['s.next_run_at', 's.paused_until', 's.problem', 'p.process_name', 'k.package_name', 'k.package_desc'])
    .select(['v.package_version', 'o.job_id', 'o.run_at as last_run_at'])
    .where('s.subscription_id', '=', subscriptionId)
    .orderBy('s.schedule_name')
    .execute();
  const now = ctx.clock.now();
  const overlaps = await overlapTexts(
    ctx,
    rows.map((row) => ({ ...row, paused_until: null })),
  );
  return rows.map((row, index) => ({
    wlSchedulesId: String(row.id),
    detailPackageDesc: row.package_desc,
    detailPackageName: `${row.package_name} ${row.package_version}`,
    scheduleStatus: row.schedule_status,
    executeTime: row.next_run_at,
    nextWhy: null,
    cronExpression: row.cron_expression,
    tenantName: tenantName(row.tenant_id, ctx.lang, reference) ?? '',
    scheduleInfo: [
      serverText('schedule.ofProcess', { name: row.schedule_name, zone: row.cron_zone }, ctx.lang),
      overlaps[index] ?? '',
    ]
      .filter(Boolean)
      .join(ctx.lang === 'zh' ? '；' : '; '),
    jobId: row.job_id === null ? null : String(row.job_id),
    jobName: row.process_name ?? row.schedule_name,
    packageName: row.package_name,
    kind: 'process',
    failures: 0,
    problem: row.problem,
    lastTime: row.last_run_at,
    pausedUntil: row.paused_until !== null && row.paused_until > now ? row.paused_until : null,
    now,
  }));
}

type Found = {
  run_at: number;
  outcome: Outcome;
  reason: OutcomeReason | null;
  detail: string | null;
  decided_at: number;
  job_id: number | null;
  job_status: JobStatus | null;
  error_code: string | null;
  error_text: string | null;
  error_params: MessageParams | null;
};

/** What became of a run, in a sentence. */
function planInfo(row: Found, ctx: Ctx): string {
  const outcome = serverText(`occurrence.outcome.${row.outcome}`, {}, ctx.lang);
  const job = row.job_status === null ? null : serverText(`job.is.${row.job_status}`, {}, ctx.lang);
  return [outcome, reasonText(row, ctx.lang), job, errorOf(row, ctx.lang).errorText]
    .filter(Boolean)
    .join(ctx.lang === 'zh' ? '；' : '; ');
}

/** A run is done when nothing more comes of it. */
const isDone = (row: Found): boolean =>
  row.outcome !== 'queued' && (row.job_status === null || isEnded(row.job_status));

/** The next run and what became of the runs before, newest first. */
export async function processPlans(ctx: Ctx, id: number, page: Page): Promise<{ records: Plan[]; total: number }> {
  const schedule = await ctx.db
    .selectFrom('schedule')
    .select(['id', 'schedule_status', 'next_run_at', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .where('subscription_id', 'is not', null)
    .executeTakeFirst();
  if (schedule === undefined) throw notFound();
  const next = schedule.schedule_status === 'Running' ? schedule.next_run_at : null;
  const heads: Plan[] =
    next === null
      ? []
      : [
          {
            planId: `next-${id}`,
            finishFlag: 0,
            planTime: next,
            planInfo: serverText('schedule.nextRun', {}, ctx.lang),
            targetJobId: null,
            remoteJobId: null,
            createTime: schedule.created_at,
            lastModifyTime: null,
          },
        ];
  const shown = heads.slice(page.offset, page.offset + page.limit);
  const occurrences = ctx.db.selectFrom('occurrence as o').where('o.schedule_id', '=', id);
  const [rows, { n }] = await Promise.all([
    occurrences
      .leftJoin('job as j', 'j.id', 'o.job_id')
      .select(['o.id', 'o.run_at', 'o.outcome', 'o.reason', 'o.detail', 'o.decided_at', 'o.job_id'])
      .select([
        'j.status as job_status',
        'j.error_code',
        'j.error_text',
        'j.error_params',
        'j.ended_at',
        'j.remote_job_id',
      ])
      .orderBy('o.run_at', 'desc')
      .limit(page.limit - shown.length)
      .offset(Math.max(0, page.offset - heads.length))
      .execute(),
    occurrences.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ]);
  const records = rows.map((row): Plan => ({
    planId: String(row.id),
    finishFlag: isDone(row) ? 1 : 0,
    planTime: row.run_at,
    planInfo: planInfo(row, ctx),
    targetJobId: row.job_status === null ? null : String(row.job_id),
    remoteJobId: row.remote_job_id,
    createTime: row.decided_at,
    lastModifyTime: row.ended_at ?? row.decided_at,
  }));
  return { records: [...shown, ...records], total: heads.length + n };
}

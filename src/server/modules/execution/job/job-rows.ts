import { sql, type SqlBool } from 'kysely';
import type { JobListRow } from '#contract/execution/job.ts';
import { readCreatedIn } from '#domain/execution/job/created-in.ts';
import { jobsList } from '#lists/jobs.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import { readNumberRange } from '#shared/text/number-range.ts';
import { SECOND_MS } from '#shared/time/instant.ts';
import { errorFits, errorOf } from './job-errors.ts';

/** A number within bounds people wrote; nothing fits what cannot be read. */
function within(value: ReturnType<typeof sql<number>>, text: string) {
  const range = readNumberRange(text);
  if (range === undefined) return sql<SqlBool>`false`;
  const { from = -2_147_483_648, to = 2_147_483_647 } = range;
  return sql<SqlBool>`${value} between ${from} and ${to}`;
}

const secondsRun = (ctx: Ctx) =>
  sql<number>`floor(extract(epoch from coalesce(j.ended_at, ${ts(ctx.clock.now())}::timestamptz) - j.started_at))`;

/** Jobs of the caller's tenants by id as the wire has them. */
export async function loadJobs(ctx: Ctx, ids: readonly number[]): Promise<JobListRow[]> {
  const rows = await ctx.db
    .selectFrom('job as j')
    .innerJoin('tenant as t', 't.id', 'j.tenant_id')
    .leftJoin('environment as e', 'e.id', 'j.environment_id')
    .select(['j.id', 'j.process_id as processId', 'j.process_type as processType', 'j.process_name as processName'])
    .select(['j.package_version as packageVersion', 'j.status as jobStatus', 'j.source as jobSource', 'j.priority'])
    .select(['j.robot_name as robotName', 'j.created_at as createTime', 'j.started_at as startTime'])
    .select(['j.ended_at as endTime', 'j.attempt', 'j.error_text', 'j.error_code', 'j.error_params', 'j.progress'])
    .select(['j.confirm_state as confirmState', 'j.created_by as creatorName', 't.name as tenantName'])
    .select(['t.name_en as tenantNameEn', 'e.environment_name as environmentName'])
    .where('j.id', 'in', ids)
    .execute();
  const now = ctx.clock.now();
  return rows.map(({ id, tenantNameEn, error_code, error_text, error_params, ...row }) => ({
    ...row,
    jobId: String(id),
    processId: String(row.processId),
    tenantName: (ctx.lang === 'en' ? tenantNameEn : null) ?? row.tenantName,
    durationMs: row.startTime === null ? null : Math.max(0, (row.endTime ?? now) - row.startTime),
    ...errorOf({ error_code, error_text, error_params }, ctx.lang),
  }));
}

/** Jobs of the caller's tenants. */
export const jobSource: ListSource = listSource(jobsList, {
  // Every job has a tenant: without a join, counting millions of rows needs no more than an index.
  from: (ctx) => ctx.db.selectFrom('job as j'),
  id: 'j.id',
  columns: {
    createTime: 'j.created_at',
    startTime: 'j.started_at',
    endTime: 'j.ended_at',
    processName: 'j.process_name',
    processType: 'j.process_type',
    packageVersion: 'j.package_version',
    jobStatus: 'j.status',
    jobSource: 'j.source',
    robotName: 'j.robot_name',
    priority: 'j.priority',
    attempt: 'j.attempt',
    confirmState: 'j.confirm_state',
    processId: 'j.process_id',
    subscriptionId: 'j.subscription_id',
  },
  where: {
    process: (text: string) => {
      const like = containingPattern(text);
      return sql<SqlBool>`(j.process_type ilike ${like} or j.process_name ilike ${like})`;
    },
    tenantName: (text: string, ctx: Ctx) => {
      const like = containingPattern(text);
      const named = ctx.db
        .selectFrom('tenant as t')
        .select('t.id')
        .where(sql<SqlBool>`(t.name ilike ${like} or t.name_en ilike ${like} or t.code ilike ${like})`);
      return sql<SqlBool>`j.tenant_id in ${named}`;
    },
    errorText: (text: string) => errorFits(text),
    priority: (text: string) => within(sql`j.priority`, text),
    attempt: (text: string) => within(sql`j.attempt`, text),
    duration: (text: string, ctx: Ctx) => within(secondsRun(ctx), text),
    createdIn: (text: string, ctx: Ctx) => {
      const span = readCreatedIn(text, ctx.clock.now());
      if (span === undefined) return sql<SqlBool>`false`;
      return sql<SqlBool>`(j.created_at >= ${ts(span.from)}::timestamptz and j.created_at < ${ts(span.to)}::timestamptz)`;
    },
    jobNo: (text: string) => sql<SqlBool>`j.id = ${Number(/^#?(\d{1,15})$/.exec(text)?.[1] ?? -1)}`,
    rootJobId: (id: number) => sql<SqlBool>`(j.id = ${id} or j.root_job_id = ${id})`,
  },
  load: loadJobs,
  cells: {
    errorText: (row) => [row['errorText'], row['errorDetail']].filter((part) => part != null).join(' · '),
    duration: (row) => (row['durationMs'] === null ? '' : Math.round(Number(row['durationMs']) / SECOND_MS)),
  },
});

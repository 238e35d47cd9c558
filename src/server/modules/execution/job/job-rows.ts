import { sql, type SqlBool } from 'kysely';
import type { JobListRow } from '#contract/execution/job.ts';
import { readCreatedIn } from '#domain/execution/job/created-in.ts';
import { jobsList } from '#lists/jobs.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { readNumberRange } from '#shared/text/number-range.ts';
import { SECOND_MS } from '#shared/time/instant.ts';
import { errorFits, errorOf } from './job-errors.ts';
import type { JobRow } from './types.ts';

/** A number within bounds people wrote; nothing fits what cannot be read. */
function within(value: ReturnType<typeof sql<number>>, text: string) {
  const range = readNumberRange(text);
  if (range === undefined) return sql<SqlBool>`false`;
  const { from = -2_147_483_648, to = 2_147_483_647 } = range;
  return sql<SqlBool>`${value} between ${from} and ${to}`;
}

const secondsRun = (ctx: Ctx) =>
  sql<number>`floor(extract(epoch from coalesce(j.ended_at, ${ts(ctx.clock.now())}::timestamptz) - j.started_at))`;

async function loadJobs(ctx: Ctx, ids: readonly number[]): Promise<JobListRow[]> {
  const rows = await ctx.db
    .selectFrom('job as j')
    .innerJoin('tenant as t', 't.id', 'j.tenant_id')
    .leftJoin('environment as e', 'e.id', 'j.environment_id')
    .select(listedColumns)
    .select(['t.name as tenant_name', 't.name_en as tenant_name_en', 'e.environment_name'])
    .where('j.id', 'in', ids)
    .execute();
  const now = ctx.clock.now();
  return rows.map((row) => presentJob(row, now, ctx.lang));
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

const listedColumns = [
  'j.id',
  'j.process_id',
  'j.process_type',
  'j.process_name',
  'j.package_version',
  'j.status',
  'j.source',
  'j.robot_name',
  'j.priority',
  'j.created_at',
  'j.started_at',
  'j.ended_at',
  'j.attempt',
  'j.error_text',
  'j.error_code',
  'j.error_params',
  'j.progress',
  'j.confirm_state',
  'j.created_by',
] as const;

type ColumnName<C> = C extends `j.${infer Name}` ? Name : never;

/** A job as lists read it. */
export type ListedJob = Pick<JobRow, ColumnName<(typeof listedColumns)[number]> & keyof JobRow> & {
  tenant_name: string;
  tenant_name_en: string | null;
  environment_name: string | null;
};

/** A job on the wire. */
export const presentJob = (row: ListedJob, now: number, lang: Lang): JobListRow => ({
  jobId: String(row.id),
  processId: String(row.process_id),
  processType: row.process_type,
  processName: row.process_name,
  packageVersion: row.package_version,
  tenantName: (lang === 'en' ? row.tenant_name_en : null) ?? row.tenant_name,
  jobStatus: row.status,
  jobSource: row.source,
  robotName: row.robot_name,
  environmentName: row.environment_name,
  priority: row.priority,
  createTime: row.created_at,
  startTime: row.started_at,
  endTime: row.ended_at,
  durationMs: row.started_at === null ? null : Math.max(0, (row.ended_at ?? now) - row.started_at),
  attempt: row.attempt,
  ...errorOf(row, lang),
  progress: row.progress,
  confirmState: row.confirm_state,
  creatorName: row.created_by,
});

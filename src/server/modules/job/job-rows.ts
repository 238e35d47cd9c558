import { sql, type SqlBool } from 'kysely';
import type { JobFilter, JobListRow } from '#contract/job.ts';
import type { Ctx, Lang } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { SECOND_MS } from '#shared/time/instant.ts';
import type { JobRow } from './types.ts';

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

type Bounds = { from: number | null | undefined; to: number | null | undefined };

/** Jobs of the caller's tenants that fit a filter. */
export function filteredJobs(ctx: Ctx, input: JobFilter) {
  let query = ctx.db.selectFrom('job as j').innerJoin('tenant as t', 't.id', 'j.tenant_id');
  const contains = (column: 'j.robot_name' | 'j.error_text' | 'j.package_version', text: string | undefined) => {
    if (text !== undefined) query = query.where(column, 'ilike', containing(text));
  };
  const between = (column: 'j.priority' | 'j.attempt', { from, to }: Bounds) => {
    if (from != null) query = query.where(column, '>=', from);
    if (to != null) query = query.where(column, '<=', to);
  };
  const during = (column: 'j.created_at' | 'j.started_at' | 'j.ended_at', { from, to }: Bounds) => {
    if (from != null) query = query.where(column, '>=', ts(from));
    if (to != null) query = query.where(column, '<=', ts(to));
  };
  const lasted = sql<number>`extract(epoch from coalesce(j.ended_at, ${ts(ctx.clock.now())}::timestamptz) - j.started_at) * 1000`;

  if (input.jobId !== undefined)
    query = query.where('j.id', '=', Number(/^#?(\d{1,15})$/.exec(input.jobId)?.[1] ?? -1));
  if (input.processId != null) query = query.where('j.process_id', '=', input.processId);
  if (input.subscriptionId != null) query = query.where('j.subscription_id', '=', input.subscriptionId);
  const { rootJobId } = input;
  if (rootJobId != null)
    query = query.where((where) => where.or([where('j.root_job_id', '=', rootJobId), where('j.id', '=', rootJobId)]));
  if (input.process !== undefined) {
    const like = containing(input.process);
    query = query.where(sql<SqlBool>`(j.process_type ilike ${like} or j.process_name ilike ${like})`);
  }
  if (input.tenantName !== undefined) {
    const like = containing(input.tenantName);
    query = query.where(sql<SqlBool>`(t.name ilike ${like} or t.name_en ilike ${like} or t.code ilike ${like})`);
  }
  if (input.jobStatus !== undefined) query = query.where('j.status', 'in', input.jobStatus as JobRow['status'][]);
  if (input.jobSource !== undefined) query = query.where('j.source', 'in', input.jobSource as JobRow['source'][]);
  if (input.confirmState !== undefined)
    query = query.where('j.confirm_state', 'in', input.confirmState as JobRow['confirm_state'][]);
  contains('j.package_version', input.packageVersion);
  contains('j.robot_name', input.robot);
  contains('j.error_text', input.error);
  between('j.priority', { from: input.priorityFrom, to: input.priorityTo });
  between('j.attempt', { from: input.attemptFrom, to: input.attemptTo });
  during('j.created_at', { from: input.createTimeFrom, to: input.createTimeTo });
  during('j.started_at', { from: input.startTimeFrom, to: input.startTimeTo });
  during('j.ended_at', { from: input.endTimeFrom, to: input.endTimeTo });
  if (input.durationFrom != null) query = query.where(lasted, '>=', input.durationFrom * SECOND_MS);
  if (input.durationTo != null) query = query.where(lasted, '<=', input.durationTo * SECOND_MS);
  return query;
}

/** Columns a row of the list is made of. */
export const listedColumns = [
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
  'j.progress',
  'j.confirm_state',
  'j.created_by',
] as const;

/** A job as lists read it. */
export type ListedJob = Pick<
  JobRow,
  | 'id'
  | 'process_id'
  | 'process_type'
  | 'process_name'
  | 'package_version'
  | 'status'
  | 'source'
  | 'robot_name'
  | 'priority'
  | 'created_at'
  | 'started_at'
  | 'ended_at'
  | 'attempt'
  | 'error_text'
  | 'progress'
  | 'confirm_state'
  | 'created_by'
> & { tenant_name: string; tenant_name_en: string | null; environment_name: string | null };

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
  errorText: row.error_text,
  progress: row.progress,
  confirmState: row.confirm_state,
  creatorName: row.created_by,
});

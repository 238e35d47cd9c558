import type { CallData, ParsedBody } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { deepestOffset, pageOf, rowsOf } from '#server/platform/page.ts';
import { filteredJobs, listedColumns, presentJob } from './job-rows.ts';

const sortable = {
  jobId: 'j.id',
  processName: 'j.process_name',
  processType: 'j.process_type',
  packageVersion: 'j.package_version',
  jobStatus: 'j.status',
  jobSource: 'j.source',
  robotName: 'j.robot_name',
  priority: 'j.priority',
  createTime: 'j.created_at',
  startTime: 'j.started_at',
  endTime: 'j.ended_at',
  attempt: 'j.attempt',
} as const;

const isSortable = (name: string): name is keyof typeof sortable => name in sortable;

/** Jobs of the caller's tenants, newest first unless asked otherwise. */
export async function queryJobs(ctx: Ctx, input: ParsedBody<'jobQuery'>): Promise<CallData<'jobQuery'>> {
  const { limit, offset } = rowsOf(input, deepestOffset);
  let page = filteredJobs(ctx, input)
    .leftJoin('environment as e', 'e.id', 'j.environment_id')
    .select(listedColumns)
    .select(['t.name as tenant_name', 't.name_en as tenant_name_en', 'e.environment_name']);
  for (const { columnName, sortType } of input.sortRules ?? []) {
    if (!isSortable(columnName)) throw refused('error.unknownSort', { name: columnName });
    page = page.orderBy(sortable[columnName], (order) =>
      sortType === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast(),
    );
  }
  const [rows, total] = await Promise.all([
    page.orderBy('j.created_at', 'desc').orderBy('j.id', 'desc').limit(limit).offset(offset).execute(),
    countRows(filteredJobs(ctx, input)),
  ]);
  const now = ctx.clock.now();
  return pageOf(
    rows.map((row) => presentJob(row, now, ctx.lang)),
    total,
    input,
  );
}

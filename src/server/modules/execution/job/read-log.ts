import { sql, type SqlBool } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { visibleJob } from './get-job.ts';
import { shownLine } from './job-log.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;

/** Lines of a job's log: the last ones, those after a line, or those before one. */
export async function readLog(ctx: Ctx, input: ParsedBody<'jobLog'>): Promise<CallData<'jobLog'>> {
  const job = await visibleJob(ctx, input.jobId);
  let query = ctx.db
    .selectFrom('job_log')
    .select(['line', 'at', 'level', 'message', 'says'])
    .where('job_id', '=', job.id);
  if (input.level !== 'debug') query = query.where('level', 'in', levels.slice(levels.indexOf(input.level)));
  if (input.keyword !== undefined) {
    const like = `%${input.keyword.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<SqlBool>`message ilike ${like}`);
  }
  const forward = input.after != null;
  if (input.after != null) query = query.where('line', '>', input.after);
  if (input.before != null) query = query.where('line', '<', input.before);
  const rows = await query
    .orderBy('line', forward ? 'asc' : 'desc')
    .limit(input.limit + 1)
    .execute();
  const shown = rows.slice(0, input.limit);
  if (!forward) shown.reverse();
  return {
    lines: shown.map((row) => ({ line: row.line, time: row.at, level: row.level, message: shownLine(row, ctx.lang) })),
    total: job.log_lines,
    more: rows.length > input.limit,
  };
}

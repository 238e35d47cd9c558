import { Readable } from 'node:stream';
import { listRoute } from '#server/list/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { answer, type Routes, route, streamAnswer, type StreamAnswer } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { actOnJobs } from './act-on-jobs.ts';
import { cancelBulkRun, listBulkResults, listBulkRuns } from './bulk-results.ts';
import { confirmResult } from './confirm-result.ts';
import { getJob, visibleJob } from './get-job.ts';
import { readJobBoard } from './job-board.ts';
import { type JobModuleDeps, jobDepsOf } from './job-deps.ts';
import { jobSource } from './job-rows.ts';
import { resumeSteps } from './resume-steps.ts';
import { runMany } from './run-many.ts';
import { runNow } from './run-now.ts';
import { sql, type SqlBool } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { shownLine } from './job-log.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;

/** Lines of a job's log: the last ones, those after a line, or those before one. */
async function readLog(ctx: Ctx, input: ParsedBody<'jobLog'>): Promise<CallData<'jobLog'>> {
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

/** What was answered with results says nothing more; a run says for how many it has begun. */
const statement = <T extends { runId: string | null; possible?: number; chosen: number }>(data: T) =>
  data.runId === null ? data : answer(data, 'job.bulk.started', { count: data.possible ?? data.chosen });

async function artifactOf(ctx: Ctx, id: number): Promise<StreamAnswer> {
  const row = await ctx.db.selectFrom('job_artifact').select(['name', 'body']).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound();
  // Never as a page: it was brought from outside.
  return streamAnswer({ body: Readable.from([row.body]), contentType: 'application/octet-stream', fileName: row.name });
}

/** Jobs as people see and steer them. */
export const jobRoutes =
  (module: JobModuleDeps & { queue: Queue }): Routes =>
  (app) => {
    listRoute(app, jobSource);
    route(app, 'jobBoard', ({ ctx }) => readJobBoard(ctx));
    route(app, 'jobGet', ({ ctx, input }) => getJob(ctx, input.query.jobId));
    route(app, 'jobLog', ({ ctx, input }) => readLog(ctx, input.body));
    route(app, 'jobArtifact', ({ ctx, input }) => artifactOf(ctx, input.query.artifactId));
    route(app, 'jobRun', async ({ ctx, input }) => {
      const started = await runNow(ctx, jobDepsOf(ctx, module), input.body);
      return answer(started, 'job.started', { jobId: started.jobId });
    });
    const { services, queue } = module;
    if (services !== undefined)
      route(app, 'jobRunMany', async ({ ctx, input }) =>
        statement(await runMany(ctx, { deps: jobDepsOf(ctx, module), services, queue }, input.body)),
      );
    route(app, 'jobAct', async ({ ctx, input }) =>
      statement(await actOnJobs(ctx, { deps: jobDepsOf(ctx, module), queue }, input.body)),
    );
    route(app, 'jobBulkRuns', ({ ctx }) => listBulkRuns(ctx));
    route(app, 'jobBulkResults', ({ ctx, input }) => listBulkResults(ctx, input.body));
    route(app, 'jobBulkCancel', async ({ ctx, input }) =>
      answer(await cancelBulkRun(ctx, input.body.runId), 'job.bulk.cancelled'),
    );
    route(app, 'jobResume', async ({ ctx, input }) =>
      answer(await resumeSteps(ctx, jobDepsOf(ctx, module), input.body), 'job.resumed'),
    );
    route(app, 'jobConfirm', async ({ ctx, input }) =>
      answer(
        await confirmResult(ctx, jobDepsOf(ctx, module), input.body),
        input.body.accept === 1 ? 'job.reason.confirmed' : 'job.reason.rejected',
      ),
    );
  };

import { Readable } from 'node:stream';
import type { NotificationCause } from '#server/modules/notification/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { answer, type HttpModule, route, streamAnswer, type StreamAnswer } from '#server/platform/http/index.ts';
import { actOnJobs } from './act-on-jobs.ts';
import { type JobCaps, standardCaps } from './caps.ts';
import { confirmResult } from './confirm-result.ts';
import { getJob } from './get-job.ts';
import { queryJobs } from './query-jobs.ts';
import { readLog } from './read-log.ts';
import { runNow } from './run-now.ts';
import type { JobDeps } from './types.ts';

/** What the module needs of the product. */
export type JobModuleDeps = {
  notify?: (causes: readonly NotificationCause[]) => Promise<void>;
  caps?: JobCaps;
};

const depsOf = (ctx: Ctx, { notify }: JobModuleDeps): JobDeps => ({
  database: ctx.database,
  clock: ctx.clock,
  log: ctx.log,
  ...(notify === undefined ? {} : { notify }),
});

async function artifactOf(ctx: Ctx, id: number): Promise<StreamAnswer> {
  const row = await ctx.db.selectFrom('job_artifact').select(['name', 'body']).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound();
  // Never as a page: it was brought from outside.
  return streamAnswer({ body: Readable.from([row.body]), contentType: 'application/octet-stream', fileName: row.name });
}

/** Jobs as people see and steer them. */
export const jobModule = (module: JobModuleDeps = {}): HttpModule => ({
  name: 'job',
  routes: (app) => {
    const caps = module.caps ?? standardCaps;
    route(app, 'jobQuery', ({ ctx, input }) => queryJobs(ctx, input.body));
    route(app, 'jobGet', ({ ctx, input }) => getJob(ctx, input.query.jobId, caps));
    route(app, 'jobLog', ({ ctx, input }) => readLog(ctx, input.body));
    route(app, 'jobArtifact', ({ ctx, input }) => artifactOf(ctx, input.query.artifactId));
    route(app, 'jobRun', async ({ ctx, input }) => {
      const started = await runNow(ctx, depsOf(ctx, module), input.body);
      return answer(started, 'job.started', { jobId: started.jobId });
    });
    route(app, 'jobAct', ({ ctx, input }) => actOnJobs(ctx, depsOf(ctx, module), input.body));
    route(app, 'jobConfirm', async ({ ctx, input }) =>
      answer(
        await confirmResult(ctx, depsOf(ctx, module), input.body),
        input.body.accept === 1 ? 'job.reason.confirmed' : 'job.reason.rejected',
      ),
    );
  },
});

import { type JobModuleDeps, jobDepsOf } from '#server/modules/execution/job/index.ts';
import { answer, type Routes, route } from '#server/platform/http/index.ts';
import { listTrials, tryVersion } from './version-trials.ts';
import { getVersionWork, releaseVersion, saveVersionWork } from './version-work.ts';

/** What versions of packages run, how they are tried, and which one processes run. */
export const orchestrationRoutes =
  (module: JobModuleDeps): Routes =>
  (app) => {
    route(app, 'versionWork', ({ ctx, input }) => getVersionWork(ctx, input.query.packageVersionId));
    route(app, 'versionWorkSave', async ({ ctx, input }) =>
      answer(await saveVersionWork(ctx, input.body), 'version.saved'),
    );
    route(app, 'versionTry', async ({ ctx, input }) => {
      const tried = await tryVersion(ctx, jobDepsOf(ctx, module), input.body);
      return answer(tried, 'version.trying', { count: tried.jobs });
    });
    route(app, 'versionTrials', ({ ctx, input }) => listTrials(ctx, input.query.packageVersionId));
    route(app, 'versionRelease', async ({ ctx, input }) => {
      const released = await releaseVersion(ctx, input.body.packageVersionId);
      return answer(released, 'version.released', { count: released.processes });
    });
  };

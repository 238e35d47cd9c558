import { defineModule } from '#server/module/index.ts';
import { jobHooks } from './hooks.ts';
import { jobSource } from './job-rows.ts';
import { robotRoutes } from './robot-routes.ts';
import { jobRoutes } from './routes.ts';
import { jobTasks } from './tasks.ts';
import { moveLimits } from './watch-jobs.ts';
export { siteName } from './job-definitions.ts';
export { createJob, createJobs } from './create-job.ts';
export { driveParts } from './drive-parts.ts';
export { type CallStepFunction, runJobSteps } from './run-steps.ts';
export { errorOf } from './job-errors.ts';
export { type JobModuleDeps, jobDepsOf } from './job-deps.ts';
export { endJobsOfSite, personOf } from './act-on-job.ts';
export { type JobActor, type JobDeps, theProduct } from './types.ts';
export { closedSiteOf, tellPlatform } from './robot-sites.ts';

/** Jobs as people see and steer them. */
export const job = defineModule({
  name: 'job',
  routes: jobRoutes,
  background: jobTasks,
  lists: () => [jobSource],
  hooks: jobHooks,
  moveClock: moveLimits,
});

/** The protocol of robots, and what people see of them. */
export const robot = defineModule({ name: 'robot', routes: robotRoutes });

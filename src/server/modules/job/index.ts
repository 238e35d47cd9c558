export { createJob } from './create-job.ts';
export { jobSource } from './job-rows.ts';
export { jobHooks } from './hooks.ts';
export { jobModule } from './routes.ts';
export { robotModule } from './robot-routes.ts';
export { jobTasks } from './tasks.ts';
export { type JobDeps, theProduct } from './types.ts';

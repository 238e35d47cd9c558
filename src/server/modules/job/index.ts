export { createJob } from './create-job.ts';
export { jobHooks } from './hooks.ts';
export { jobModule } from './routes.ts';
export { theProduct } from './types.ts';

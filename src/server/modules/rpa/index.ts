export { answersSource } from './list-answers.ts';
export { rpaModule } from './routes.ts';
export { startPageJob } from './start-page-job.ts';
export { robotTasks } from './tasks.ts';

export { rpaModule } from './routes.ts';
export { robotTasks } from './tasks.ts';

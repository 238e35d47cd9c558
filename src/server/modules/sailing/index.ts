export { sailingModule } from './routes.ts';
export { seedSailingSources } from './source-queries.ts';
export { sailingTasks } from './tasks.ts';

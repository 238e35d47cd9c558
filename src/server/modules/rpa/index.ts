export { rpaModule } from './routes.ts';
export { rpaTaskHandlers } from './task-handlers.ts';

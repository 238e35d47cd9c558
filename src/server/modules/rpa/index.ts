export { removeOldAnswers } from './answer-rows.ts';
export { rpaModule } from './routes.ts';
export { rpaTaskHandlers } from './task-handlers.ts';
export type { RpaTaskDeps } from './types.ts';

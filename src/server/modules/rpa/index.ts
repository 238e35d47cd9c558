export { removeOldAnswers } from './answer-rows.ts';
export { rpaModule } from './routes.ts';
export { rpaTaskHandlers } from './task-handlers.ts';

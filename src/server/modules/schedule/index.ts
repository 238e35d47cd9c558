export { scheduleHooks } from './hooks.ts';
export { occurrencesSource } from './list-occurrences.ts';
export { scheduleModule } from './routes.ts';
export { scheduleTasks } from './tasks.ts';

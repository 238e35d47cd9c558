export { housekeepingTasks } from './tasks.ts';

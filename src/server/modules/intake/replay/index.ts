export { replayModule } from './routes.ts';
export { replayTasks } from './tasks.ts';

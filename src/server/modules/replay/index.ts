export { replayModule } from './routes.ts';
export { workRun } from './replay-task.ts';

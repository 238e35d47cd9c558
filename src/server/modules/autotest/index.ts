export { autotestModule } from './routes.ts';
export { ruleRunTask } from './detect-again.ts';
export { autotestTasks } from './tasks.ts';
export { bringTracksUpToDate } from './tracks.ts';

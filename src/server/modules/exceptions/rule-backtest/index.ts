export { judgeByIndicator } from './detect-again.ts';
export { readPresent } from './present.ts';
export { startIndicatorTrial } from './runs.ts';
export { indicatorTrial, type RuleRun } from './rule-runs.ts';
export { autotestModule } from './routes.ts';
export { autotestTasks } from './tasks.ts';
export { bringTracksUpToDate } from './tracks.ts';

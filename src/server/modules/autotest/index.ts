export { judgeAgain } from './detect-again.ts';
export { readPresent } from './present.ts';
export { startIndicatorTrial } from './runs.ts';
export type { RunRow } from './run-queries.ts';
export { autotestModule } from './routes.ts';
export { ruleRunTask } from './detect-again.ts';
export { autotestTasks } from './tasks.ts';
export { bringTracksUpToDate } from './tracks.ts';

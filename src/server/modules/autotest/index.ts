export { autotestModule } from './routes.ts';
export { ruleRunTask } from './detect-again.ts';
export { workRuleRun } from './work-runs.ts';
export { bringTracksUpToDate } from './tracks.ts';

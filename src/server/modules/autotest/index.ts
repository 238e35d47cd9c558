export { autotestModule } from './routes.ts';
export { ruleRunTask } from './detect-again.ts';
export { workRuleRun } from './work-runs.ts';
export type { RuleRunDeps } from './work-runs.ts';
export { threadHands } from './trial-threads.ts';
export type { TrialSpec } from './try-shipments.ts';
export { bringTracksUpToDate } from './tracks.ts';

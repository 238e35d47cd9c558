import { defineModule } from '#server/module/index.ts';
import { backtestRoutes } from './routes.ts';
import { backtestTasks } from './tasks.ts';
export { judgeByEventItem } from './detect-again.ts';
export { readPresent } from './present.ts';
export { startEventItemTrial } from './runs.ts';
export { eventItemTrial, type RuleRun } from './rule-runs.ts';
export { bringTracksUpToDate } from './tracks.ts';

/** Settings of rules, and their tests on history. */
export const ruleBacktest = defineModule({
  name: 'rule-backtest',
  routes: backtestRoutes,
  background: backtestTasks,
});

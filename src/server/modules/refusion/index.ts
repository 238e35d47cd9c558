export type { RefusionWork } from './refusion-task.ts';
export { workRefusion } from './refusion-task.ts';
export { refusionTasks } from './tasks.ts';
export type { RunPartition } from './run-queries.ts';
export { listLatestRuns, listRuns } from './run-queries.ts';
export type { RefusionRunRow } from './run-queries.ts';
export { actorOf, cancelRefusion, checkMaySetForAll, presentRefusion, startRefusion } from './start-run.ts';

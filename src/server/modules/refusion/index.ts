export { workRefusion } from './refusion-task.ts';
export type { RefusionWork } from './refusion-task.ts';
export type { RunPartition } from './run-queries.ts';
export { listLatestRuns, listRuns } from './run-queries.ts';
export type { RefusionRunRow } from './run-queries.ts';
export {
  actorOf,
  cancelRefusion,
  checkMaySetForAll,
  presentRefusion,
  refusionTask,
  resumeRefusions,
  startRefusion,
} from './start-run.ts';

export { defineRun, type OrderedRun, readRun, type Run, type RunKind, type StoredRun } from './define-run.ts';
export { countRunning, findOwnRun, listOwnRuns } from './own-runs.ts';
export { endRun, findRun, setRunTotal } from './run-queries.ts';
export { runTasks } from './run-tasks.ts';
export { countOpenUserRuns, findRunByKey, findUserRun, listUserRuns } from './runs-of-user.ts';
export {
  addWaitingRun,
  awaitedRunTask,
  beginWaitingRun,
  endRuns,
  fileRunTask,
  keepRun,
  listLatestRuns,
  listRuns,
  runTask,
  startRun,
  supersededError,
} from './start-run.ts';
export {
  holdRun,
  RunFailure,
  type RunHandler,
  type RunPartition,
  type RunWork,
  workOnRun,
  workRun,
} from './work-run.ts';

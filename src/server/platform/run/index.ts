export { defineRun, readRun, type Run, type RunKind, type StoredRun } from './define-run.ts';
export { countRunning, findOwnRun, listOwnRuns } from './own-runs.ts';
export { endRun, findRun } from './run-queries.ts';
export { runTasks } from './run-tasks.ts';
export {
  awaitedRunTask,
  endRuns,
  keepRun,
  listLatestRuns,
  listRuns,
  runTask,
  startRun,
  supersededError,
} from './start-run.ts';
export { type RunHandler, type RunPartition, type RunWork, workOnRun, workRun } from './work-run.ts';

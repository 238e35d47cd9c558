export { defineRun, readRun, type Run, type RunKind } from './define-run.ts';
export { endRun, findRun } from './run-queries.ts';
export { runTasks } from './run-tasks.ts';
export { endRuns, listLatestRuns, listRuns, runTask, startRun, supersededError } from './start-run.ts';
export { type RunHandler, type RunPartition, type RunWork, workOnRun, workRun } from './work-run.ts';

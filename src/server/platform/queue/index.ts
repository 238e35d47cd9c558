export { backoff, type Backoff } from './backoff.ts';
export { createQueue, type EnqueueOptions, type Queue, type TaskCount, type TaskRow } from './queue.ts';
export { FatalTaskError } from './run-batch.ts';
export type { TaskEvent, TaskFailure, TaskHandler, TaskItem, TaskRun } from './types.ts';
export type { Drained, DrainOptions } from './drain.ts';
export { createWorker, type Worker } from './worker.ts';

export { waitingPriorities } from './queries.ts';
export { createQueue, type Queue } from './queue.ts';
export { FatalTaskError } from './run-batch.ts';
export type { TaskEvent, TaskFailure, TaskHandler } from './types.ts';
export { createWorker, type Worker } from './worker.ts';

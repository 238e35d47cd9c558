export { moveTaskLeases, othersWait, waitingPriorities } from './queries.ts';
export { createQueue, type Queue } from './queue.ts';
export { FatalTaskError } from './run-batch.ts';
export {
  type BackgroundModule,
  type Chore,
  defineRecurring,
  defineTask,
  enqueueRecurring,
  repeat,
  type TaskWork,
  workOn,
} from './task.ts';
export {
  isLastAttempt,
  type TaskEvent,
  type TaskFailure,
  type TaskHandler,
  type TaskPostponed,
  type Task,
} from './types.ts';
export { createWorker, type Worker } from './worker.ts';

import { defineModule } from '#server/module/index.ts';
import { collectionTasks } from './tasks.ts';
export { runPulls } from './pull-task.ts';
export type { PullDeps } from './pull-task.ts';
export { judgeEventItems } from './judge-event-items.ts';
export { processOutcomes, recomputeSubscriptions } from './process-outcomes.ts';
export { unpackBody } from './bodies.ts';
export { replaceBody } from './replace-body.ts';
export { takeOutcomes } from './take-outcomes.ts';
export type { PipelineDeps } from './pipeline-deps.ts';
export type { BatchSummary } from './process-outcomes.ts';
export { packBody } from './bodies.ts';
export type { BodyEncoding } from './bodies.ts';
export { insertRefusals } from './queries.ts';
export { pullScheduler, pullTask, pushScheduler } from './tasks.ts';
export { referenceOfSource } from './unknown-ports.ts';
export { bodyColumns, keepPushed, listArchivedAnswers, listBodies } from './raw-answers.ts';

/** Asking sources, and fusing what they answer. */
export const collection = defineModule({
  name: 'collection',
  background: collectionTasks,
});

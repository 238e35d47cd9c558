export { runPulls } from './pull-task.ts';
export type { PullDeps, PullPayload } from './pull-task.ts';
export { processOutcomes, refuseSubscriptions } from './process-outcomes.ts';
export { unpackBody } from './bodies.ts';
export { takeOutcomes } from './take-outcomes.ts';
export type { BatchSummary, PipelineDeps } from './process-outcomes.ts';
export { packBody } from './bodies.ts';
export { insertRefusals, keepPushed, listForgottenTargets } from './queries.ts';
export { noPort } from './unknown-ports.ts';

export { detectSubscriptions, refreshRepeatedColumns } from './detect-subscriptions.ts';
export type { DetectionSubject, DetectionSummary } from './detect-subscriptions.ts';
export { presentSubscription } from './present.ts';
export { exceptionTypeName, exceptionText, presentException } from './present.ts';
export { listSubscriptionsById } from './row-parts-queries.ts';
export type { ExceptionRow } from './list-queries.ts';
export { publishExceptions } from './publish.ts';
export { exceptionModule } from './routes.ts';
export { tracePresenter } from './present.ts';

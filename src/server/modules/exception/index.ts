export { detectSubscriptions, refreshRepeatedColumns } from './detect-subscriptions.ts';
export type { DetectionSubject, DetectionSummary } from './detect-subscriptions.ts';
export { presentSubscription } from './present.ts';
export { exceptionTypeName, exceptionText } from './present.ts';
export { exceptionModule } from './routes.ts';
export { tracePresenter } from './present.ts';

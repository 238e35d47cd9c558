import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { exceptionChores } from './chores.ts';
import { exceptionsSource } from './exceptions-source.ts';
import { exceptionRoutes } from './routes.ts';
export { detectSubscriptions, refreshRepeatedColumns } from './detect-subscriptions.ts';
export { detectionSettingsAt, readDetectionSettings, toSettings } from './detection-settings.ts';
export type { DetectionSettings } from './detection-settings.ts';
export { absentNote } from './judged.ts';
export { judgeSources } from './judge-sources.ts';
export type { FailingSource, SourceReports } from './judge-sources.ts';
export { exceptionCauses } from './notification-causes.ts';
export type { DetectionSubject, DetectionSummary } from './detection-types.ts';
export { presentSubscription } from './present.ts';
export { exceptionText, presentException } from './present.ts';
export { publishExceptions } from './publish.ts';
export { tracePresenter } from './present.ts';
export { assignExceptions } from './assign-exceptions.ts';
export { updateExceptionStatus } from './update-handling.ts';
export { changeHandling, findAssignee, lockExceptions } from './handling-queries.ts';
export type { HandlingChange, HandlingRow } from './handling-queries.ts';
export { parseHandling } from './update-handling.ts';
export { exceptionsSource };
export { idOfText, listSubscriptionsById, loggedColumns, partsOf, presentShipments } from './row-parts.ts';
export type { LoggedSubscription } from './row-parts.ts';
export type { ExceptionRow } from './stored-exception.ts';

/** The exception list and acts on exceptions. */
export const exception = defineModule({
  name: 'exception',
  routes: exceptionRoutes,
  background: exceptionChores,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [exceptionsSource(reference)],
});

import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { exceptionExport } from './export-exceptions.ts';
import { exceptionChores } from './chores.ts';
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
export { listSubscriptionsById } from './row-parts-queries.ts';
export type { ExceptionRow } from './list-queries.ts';
export { publishExceptions } from './publish.ts';
export { tracePresenter } from './present.ts';
export { wantsShipment } from './shown-rows.ts';
export { instantOf, noSuchId, splitNumbers, tenantIdsOf } from './list-filters.ts';
export { listLoggedSubscriptions, listShipmentsOf } from './row-parts-queries.ts';
export type { ListedShipment } from './row-parts-queries.ts';
export { plainCell } from './export-exceptions.ts';
export { assignExceptions } from './assign-exceptions.ts';
export { updateExceptionStatus } from './update-handling.ts';
export { changeHandling, findAssignee, lockExceptions } from './handling-queries.ts';
export type { HandlingChange, HandlingRow } from './handling-queries.ts';
export { parseHandling } from './update-handling.ts';
export { exceptionsThatFit } from './list-queries.ts';
export { toFilterValues } from './list-filters.ts';
export type { ExceptionFilterValues } from './list-filters.ts';

/** The exception list and acts on exceptions. */
export const exception = defineModule({
  name: 'exception',
  routes: exceptionRoutes,
  background: exceptionChores,
  exports: ({ reference }: { reference: () => ReferenceSnapshot }) => ({ exceptions: exceptionExport(reference) }),
});

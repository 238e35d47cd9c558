import { defineModule } from '#server/module/index.ts';
import { shipmentRoutes } from './routes.ts';
export type { ShipmentParts } from './routes.ts';
export { placesOf, presentLegs, presentStages } from './get-trace.ts';
export { traceTrack } from './trace-track.ts';
export { kmOnWay } from './way-done.ts';
export { fuseStored, fuseSubscriptions, standingOverrides } from './fuse-subscriptions.ts';
export type { Fused, FusionOptions, FusionOutcome, FusionSubject } from './fuse-subscriptions.ts';
export { currentPrecedence, precedenceAt } from './stored-precedence.ts';
export {
  packedOrNone,
  type PackedProvenance,
  type Speaker,
  shownIn,
  reportedAt,
  unpackProvenance,
} from './packed-provenance.ts';
export { unpackHistory } from './packed-history.ts';
export { speakersAfter, unpackStatement } from './statement-changes.ts';
export { archivedContents, restoreContent, withContents } from './archived-contents.ts';
export { listChanges } from './changes.ts';
export { listStatements } from './statements.ts';
export { applyRemovals, isStanding, isStandingBooking, listRemovals } from './removals.ts';
export { listShipmentRows, toSourceRecord, toStored, upsertShipments } from './shipment-rows.ts';
export type { WrittenContents, ShipmentWrite } from './shipment-rows.ts';
export { listShown, type ShownShipment } from './shown-shipments.ts';
export { carrierUrl, emptyShipment, pickParts, presentBooking, presentShipment, presentVersioned } from './present.ts';
export type { PresentableBooking, PresentableShipment } from './present.ts';
export { freeTimeOf, getTrace } from './get-trace.ts';
export { placesByCode, placesFor, referencesFor, withSites, withStops } from './road-places.ts';
export { getFused } from './known-at.ts';
export { findFusedId, findShipment } from './trace-queries.ts';
export type { TraceShipment } from './trace-queries.ts';
export type { PositionReader } from './trace-position.ts';
export type { ExceptionPresenter } from './presenters.ts';

/** Stored shipments, and reading them. */
export const shipment = defineModule({
  name: 'shipment',
  routes: shipmentRoutes,
});

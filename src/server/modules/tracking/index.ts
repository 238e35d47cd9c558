export { fuseSubscriptions } from './fuse-subscriptions.ts';
export type { FusionOptions, FusionOutcome } from './fuse-subscriptions.ts';
export { packProvenance, unpackProvenance } from './packed-provenance.ts';
export { listShipmentRows, toSourceRecord, toStored, upsertShipments } from './shipment-rows.ts';
export type { ShipmentHistory, ShipmentRow, ShipmentWrite } from './shipment-rows.ts';
export { carrierUrl, presentBooking, presentShipment } from './present.ts';
export type { PresentableShipment } from './present.ts';
export { trackingModule } from './routes.ts';
export type { ExceptionPresenter } from './presenters.ts';

import type { ShipmentContent } from '#domain/tracking/model.ts';

/** A record that names its shipment and says nothing about it. */
export function emptyContent(
  billNo: string | null,
  bookingNo: string | null,
  carrierCode: string | null,
): ShipmentContent {
  const nothing = {
    vesselName: null,
    vesselImo: null,
    voyage: null,
    serviceCode: null,
    placeOfReceipt: null,
    portOfLoading: null,
    portOfDischarge: null,
    placeOfDelivery: null,
    finalDestination: null,
    plannedDeparture: null,
    etd: null,
    atd: null,
    plannedArrival: null,
    eta: null,
    ata: null,
  };
  return { booking: { billNo, bookingNo, carrierCode, ...nothing }, legs: [], containers: [], events: [] };
}

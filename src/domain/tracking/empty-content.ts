import type { BookingContent, EventContent, ShipmentContent } from './model.ts';

/** A booking of which nothing is known. */
export const emptyBooking: Readonly<BookingContent> = Object.freeze({
  billNo: null,
  bookingNo: null,
  carrierCode: null,
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
});

/** A record that names its shipment and says nothing about it. */
export function emptyContent(
  billNo: string | null = null,
  bookingNo: string | null = null,
  carrierCode: string | null = null,
): ShipmentContent {
  return { booking: { ...emptyBooking, billNo, bookingNo, carrierCode }, legs: [], containers: [], events: [] };
}

/** An event of which nothing is known but what it is; written out, as many are made. */
export const emptyEvent = (
  containerNo: string | null,
  statusCode: string,
  portCode: string | null,
  occurrence = 1,
): EventContent => ({
  containerNo,
  statusCode,
  portCode,
  occurrence,
  planned: null,
  estimated: null,
  actual: null,
  vesselName: null,
  voyage: null,
  zone: null,
  place: null,
});

import { makeHref } from '#web/base/href.ts';

/** A sailing as a booking needs it; what is not known stays open. */
type Bookable = {
  carrierCode: string;
  polCode: string;
  podCode?: string;
  vesselName: string;
  voyage: string | null;
  departureTime: number | null;
  arrivalTime?: number | null;
  containerType?: string;
};

const given = (values: Readonly<Record<string, string | number | null | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value == null || value === '' ? [] : [[name, String(value)]])),
  );

/** Where a booking of a sailing is entered, with what is known filled in (docs/booking.md). */
export const bookingHref = (sailing: Bookable): string =>
  makeHref(
    '/booking-record-management',
    given({
      book: '1',
      bookCarrier: sailing.carrierCode,
      bookPol: sailing.polCode,
      bookPod: sailing.podCode,
      bookVessel: sailing.vesselName,
      bookVoyage: sailing.voyage,
      bookDeparture: sailing.departureTime,
      bookArrival: sailing.arrivalTime,
      bookType: sailing.containerType,
    }),
  );

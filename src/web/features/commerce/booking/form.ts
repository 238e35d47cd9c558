import type { PageSearch } from '#web/base/define-page.ts';

/** What people enter of a booking. */
export type BookingForm = {
  carrierCode: string;
  polCode: string;
  podCode: string;
  vesselName: string;
  voyage: string;
  departureTime: number | null;
  arrivalTime: number | null;
  equipmentList: { containerType: string; units: number }[];
  customer: string;
  remark: string;
};

/** What a new booking begins with. */
export const blankForm: BookingForm = {
  carrierCode: '',
  polCode: '',
  podCode: '',
  vesselName: '',
  voyage: '',
  departureTime: null,
  arrivalTime: null,
  equipmentList: [{ containerType: '40HQ', units: 1 }],
  customer: '',
  remark: '',
};

/** Parameters of a link and the fields they fill in; filters of the list have other names. */
const texts = {
  bookCarrier: 'carrierCode',
  bookPol: 'polCode',
  bookPod: 'podCode',
  bookVessel: 'vesselName',
  bookVoyage: 'voyage',
  bookCustomer: 'customer',
} as const;
const momentOf = (text: string | undefined): number | null => {
  const at = Number(text);
  return text !== undefined && text !== '' && Number.isFinite(at) ? at : null;
};

/**
 * The booking that a link asks for: `/booking-record-management?book=1` with bookCarrier, bookPol, bookPod, bookVessel, bookVoyage,
 * bookDeparture and bookArrival (epoch milliseconds), bookType, bookUnits and bookCustomer, as far as they are known.
 */
export function formOfLink(search: PageSearch): BookingForm | undefined {
  if (search['book'] !== '1') return undefined;
  const units = Number(search['bookUnits'] ?? '1');
  return {
    ...blankForm,
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([name, field]) => (search[name] === undefined ? [] : [[field, search[name]]])),
    ),
    departureTime: momentOf(search['bookDeparture']),
    arrivalTime: momentOf(search['bookArrival']),
    equipmentList: [
      { containerType: search['bookType'] ?? '40HQ', units: Number.isInteger(units) && units > 0 ? units : 1 },
    ],
  };
}

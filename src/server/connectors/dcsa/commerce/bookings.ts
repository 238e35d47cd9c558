import { z } from 'zod';
import { parseIsoInstant } from '#shared/time/parse-iso-instant.ts';
import { PullFailure } from '../../types.ts';
import { askCarrier, type CommerceAddress } from './client.ts';

/** What is requested from a carrier. */
export type BookingRequest = {
  polCode: string;
  podCode: string;
  vesselName: string | null;
  voyage: string | null;
  equipment: readonly { isoCode: string; units: number }[];
  customer: string | null;
};

/** What a carrier says of a booking. */
export type BookingAnswer = {
  requestRef: string | null;
  bookingNo: string | null;
  billNo: string | null;
  status: string;
  amended: string | null;
  feedback: string | null;
  vesselName: string | null;
  voyage: string | null;
  departsAt: number | null;
  arrivesAt: number | null;
  cutOffs: { code: string; at: number }[];
};

const short = z.string().trim().max(100).nullish();
const moment = z
  .string()
  .nullish()
  .transform((text) => (text === null || text === undefined ? null : (parseIsoInstant(text).instant ?? null)));
const answer = z.object({
  carrierBookingRequestReference: short,
  carrierBookingReference: short,
  transportDocumentReference: short,
  bookingStatus: z.string().trim().min(1).max(40),
  amendedBookingStatus: short,
  feedbacks: z.array(z.object({ message: z.string().max(2_000).nullish() })).nullish(),
  transportPlan: z
    .array(
      z.object({
        vesselName: short,
        carrierExportVoyageNumber: short,
        plannedDepartureDate: moment,
        plannedArrivalDate: moment,
      }),
    )
    .nullish(),
  shipmentCutOffTimes: z
    .array(z.object({ cutOffDateTimeCode: z.string().max(10), cutOffDateTime: moment }))
    .max(50)
    .nullish(),
});

/** Reads what a carrier says of a booking; throws PullFailure for what is no booking. */
function parseBooking(value: unknown): BookingAnswer {
  const read = answer.safeParse(value);
  if (!read.success) throw new PullFailure('bad_answer', 'the answer is no booking');
  const { data } = read;
  const plan = data.transportPlan ?? [];
  return {
    requestRef: data.carrierBookingRequestReference ?? null,
    bookingNo: data.carrierBookingReference ?? null,
    billNo: data.transportDocumentReference ?? null,
    status: data.bookingStatus,
    amended: data.amendedBookingStatus ?? null,
    feedback: data.feedbacks?.flatMap(({ message }) => message ?? []).join(' ') || null,
    vesselName: plan[0]?.vesselName ?? null,
    voyage: plan[0]?.carrierExportVoyageNumber ?? null,
    departsAt: plan[0]?.plannedDepartureDate ?? null,
    arrivesAt: plan.at(-1)?.plannedArrivalDate ?? null,
    cutOffs: (data.shipmentCutOffTimes ?? []).flatMap(({ cutOffDateTimeCode: code, cutOffDateTime: at }) =>
      at === null ? [] : [{ code, at }],
    ),
  };
}

const bodyOf = (request: BookingRequest): object => ({
  receiptTypeAtOrigin: 'CY',
  deliveryTypeAtDestination: 'CY',
  cargoMovementTypeAtOrigin: 'FCL',
  cargoMovementTypeAtDestination: 'FCL',
  ...(request.vesselName !== null && { vessel: { name: request.vesselName } }),
  ...(request.voyage !== null && { carrierExportVoyageNumber: request.voyage }),
  shipmentLocations: [
    { location: { UNLocationCode: request.polCode }, locationTypeCode: 'POL' },
    { location: { UNLocationCode: request.podCode }, locationTypeCode: 'POD' },
  ],
  requestedEquipments: request.equipment.map(({ isoCode, units }) => ({
    ISOEquipmentCode: isoCode,
    units,
    isShipperOwned: false,
  })),
  ...(request.customer !== null && { documentParties: { bookingAgent: { partyName: request.customer } } }),
});

const version = 'v2';

/** Asks a carrier for space, by DCSA Booking 2.0; throws PullFailure. */
export const createBooking = async (address: CommerceAddress, request: BookingRequest): Promise<BookingAnswer> =>
  parseBooking(await askCarrier(address, { method: 'POST', version, path: 'bookings', body: bodyOf(request) }));

const pathOf = (reference: string): string => `bookings/${encodeURIComponent(reference)}`;

/** Asks a carrier where a booking stands. */
export const readBooking = async (address: CommerceAddress, reference: string): Promise<BookingAnswer> =>
  parseBooking(await askCarrier(address, { method: 'GET', version, path: pathOf(reference) }));

/** Sends what was changed: an update of a request, an amendment of a confirmed booking. */
export const updateBooking = async (
  address: CommerceAddress,
  reference: string,
  request: BookingRequest,
): Promise<BookingAnswer> =>
  parseBooking(await askCarrier(address, { method: 'PUT', version, path: pathOf(reference), body: bodyOf(request) }));

/** Gives a booking back. */
export const cancelBooking = async (address: CommerceAddress, reference: string): Promise<BookingAnswer> =>
  parseBooking(
    await askCarrier(address, {
      method: 'PATCH',
      version,
      path: pathOf(reference),
      body: { bookingStatus: 'CANCELLED' },
    }),
  );

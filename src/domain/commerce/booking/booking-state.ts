import { DAY_MS, type Instant } from '#shared/time/instant.ts';

/** States of a booking, from draft to its end. */
export const bookingStates = [
  'draft',
  'submitted',
  'pending_update',
  'confirmed',
  'amended',
  'rolled',
  'rejected',
  'cancelled',
  'completed',
] as const;

/** Where a booking stands. */
export type BookingState = (typeof bookingStates)[number];

/** Containers of one type, by its trade name. */
export type Equipment = { type: string; units: number };
/** A moment by which something has to be with the carrier. */
export type BookingCutoff = { code: string; at: Instant };
/** What is noted of an act on a booking. */
export type BookingDetail = Record<string, string | number | null>;

/** Nothing more comes from the carrier. */
export const isClosed = (state: BookingState): boolean =>
  state === 'rejected' || state === 'cancelled' || state === 'completed';

/** The carrier has given space: what people change from here on is an amendment. */
export const isConfirmed = (state: BookingState): boolean =>
  state === 'confirmed' || state === 'amended' || state === 'rolled';

/** What people can do with a booking in a state. */
export const actsOn = (state: BookingState): readonly ('edit' | 'submit' | 'cancel')[] => {
  if (isClosed(state)) return [];
  if (state === 'draft' || state === 'pending_update') return ['edit', 'submit', 'cancel'];
  return isConfirmed(state) ? ['edit', 'cancel'] : ['cancel'];
};

/** What a carrier says of a booking, as far as its state is concerned. */
export type CarrierWord = {
  status: string;
  amended: string | null;
  vesselName: string | null;
  voyage: string | null;
  departsAt: Instant | null;
};

/** What is known of a booking before the carrier spoke. */
export type CurrentBooking = {
  state: BookingState;
  vesselName: string | null;
  voyage: string | null;
  departsAt: Instant | null;
};

const byStatus: Readonly<Record<string, BookingState>> = {
  RECEIVED: 'submitted',
  UPDATE_RECEIVED: 'submitted',
  PENDING_UPDATE: 'pending_update',
  REJECTED: 'rejected',
  DECLINED: 'rejected',
  CANCELLED: 'cancelled',
  COMPLETED: 'completed',
};

/** A booking was rolled: it goes with another vessel or voyage, and leaves more than a day later. */
const isRolled = (known: CurrentBooking, word: CarrierWord): boolean =>
  isConfirmed(known.state) &&
  known.departsAt !== null &&
  word.departsAt !== null &&
  word.departsAt - known.departsAt > DAY_MS &&
  (word.vesselName !== known.vesselName || word.voyage !== known.voyage);

/** The state after the carrier spoke; a word that is not known changes nothing. */
export function nextState(known: CurrentBooking, word: CarrierWord): BookingState {
  if (isClosed(known.state)) return known.state;
  if (word.status !== 'CONFIRMED') return byStatus[word.status] ?? known.state;
  if (isRolled(known, word)) return 'rolled';
  if (known.state === 'rolled') return 'rolled';
  return word.amended === 'AMENDMENT_CONFIRMED' ? 'amended' : isConfirmed(known.state) ? known.state : 'confirmed';
}

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import type { BookedPlan } from '../shipments/plan.ts';
import type { ShipmentKey } from '../shipments/types.ts';

/** A sailing is closed for bookings so long before it leaves: empty containers are picked up from then on. */
export const CLOSED_MS = 6.5 * DAY_MS;

/** A booking is completed so long after its ship has left. */
export const CLOSED_AFTER_MS = 12 * HOUR_MS;

/** Containers of one type. */
export type Equipment = { isoCode: string; units: number };

/** What a customer requested, and what the customer did since. */
export type CustomerBooking = {
  reference: string;
  carrierCode: string;
  requestedAt: Instant;
  key: ShipmentKey;
  from: number;
  to: number;
  equipment: Equipment[];
  /** Body as last sent, without what the carrier adds. */
  body: Record<string, unknown>;
  /** Changes requested, oldest first; those of a confirmed booking are amendments. */
  changes: { at: Instant; equipment: Equipment[]; body: Record<string, unknown> }[];
  cancelledAt: Instant | null;
};

/** States of a booking in words of the standard. */
export type BookingStatus =
  | 'RECEIVED'
  | 'PENDING_UPDATE'
  | 'UPDATE_RECEIVED'
  | 'CONFIRMED'
  | 'REJECTED'
  | 'DECLINED'
  | 'CANCELLED'
  | 'COMPLETED';

/** Where a booking stands at a moment. */
export type BookingState = {
  status: BookingStatus;
  amended: 'AMENDMENT_RECEIVED' | 'AMENDMENT_CONFIRMED' | null;
  confirmedAt: Instant;
  equipment: readonly Equipment[];
  feedback: string | null;
};

/** A carrier looks at a request, and at an amendment, so soon. */
const lookMs = { min: 40_000, max: 3 * MINUTE_MS };
/** More containers than this need another word. */
const maxContainers = 6;

const containersOf = (equipment: readonly Equipment[]): number => equipment.reduce((sum, { units }) => sum + units, 0);

/** When the carrier has looked at the n-th thing that the customer sent. */
const lookedAt = (reference: string, sentAt: Instant, turn: number): Instant =>
  sentAt + createRandom(`${reference}/${turn}`).int(lookMs.min, lookMs.max);

/** Where a booking stands: follows from what the customer sent, when, and the moment alone. */
export function stateOf(booking: CustomerBooking, at: Instant, departure: Instant): BookingState {
  const { reference, requestedAt, changes, cancelledAt } = booking;
  let confirmedAt = lookedAt(reference, requestedAt, 0);
  let equipment: readonly Equipment[] = booking.equipment;
  let status: BookingStatus =
    at < confirmedAt ? 'RECEIVED' : containersOf(equipment) > maxContainers ? 'PENDING_UPDATE' : 'CONFIRMED';
  let amended: BookingState['amended'] = null;
  for (const [turn, change] of changes.entries()) {
    if (change.at > at) break;
    const scanned = lookedAt(reference, change.at, turn + 1);
    const fits = containersOf(change.equipment) <= maxContainers;
    if (change.at < confirmedAt || status !== 'CONFIRMED') {
      equipment = change.equipment;
      confirmedAt = scanned;
      status = at < scanned ? 'UPDATE_RECEIVED' : fits ? 'CONFIRMED' : 'PENDING_UPDATE';
    } else if (at < scanned) amended = 'AMENDMENT_RECEIVED';
    else if (fits) {
      amended = 'AMENDMENT_CONFIRMED';
      equipment = change.equipment;
    }
  }
  if (cancelledAt !== null && cancelledAt <= at) status = 'CANCELLED';
  else if (status === 'CONFIRMED' && at > departure + CLOSED_AFTER_MS) status = 'COMPLETED';
  return {
    status,
    amended,
    confirmedAt,
    equipment,
    feedback: status === 'PENDING_UPDATE' ? `No more than ${maxContainers} containers on one booking` : null,
  };
}

/** The bookings of all carriers' customers. */
export type CustomerBookings = {
  find(carrierCode: string, reference: string): CustomerBooking | undefined;
  /** Keeps a new booking or what became of one. */
  put(booking: CustomerBooking): void;
  count(): number;
  /** Number of the next booking of a sailing, behind those that the world makes itself; undefined when it is full. */
  nextSeq(service: number, week: number, taken: number): number | undefined;
  /** What was booked under a key. */
  planOf(key: ShipmentKey): BookedPlan | undefined;
};

const seqLimit = 20;
const keyName = ({ service, week, seq }: ShipmentKey): string => `${service}:${week}:${seq}`;

/** Opens the bookings that a file keeps; without a file they live as long as the process. */
export function openCustomerBookings(file: string | null): CustomerBookings {
  const stored: CustomerBooking[] =
    file !== null && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CustomerBooking[]) : [];
  const byReference = new Map(stored.map((one) => [one.reference, one]));
  const byKey = new Map(stored.map((one) => [keyName(one.key), one]));
  return {
    find: (carrierCode, reference) => {
      const found = byReference.get(reference);
      return found?.carrierCode === carrierCode ? found : undefined;
    },
    put(booking) {
      byReference.set(booking.reference, booking);
      byKey.set(keyName(booking.key), booking);
      if (file === null) return;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify([...byReference.values()]));
      renameSync(`${file}.new`, file);
    },
    count: () => byReference.size,
    nextSeq(service, week, taken) {
      for (let seq = taken; seq < seqLimit; seq += 1) if (!byKey.has(keyName({ service, week, seq }))) return seq;
      return undefined;
    },
    planOf(key) {
      const booking = byKey.get(keyName(key));
      if (booking === undefined || booking.cancelledAt !== null) return undefined;
      const { equipment, confirmedAt } = stateOf(booking, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
      return {
        from: booking.from,
        to: booking.to,
        bookedAt: booking.requestedAt,
        confirmedAt,
        isoCodes: equipment.flatMap(({ isoCode, units }) => Array.from({ length: units }, () => isoCode)),
      };
    },
  };
}

import type { Instant } from '#shared/time/instant.ts';

/** How many pieces, and what they weigh in kilograms. */
export type Load = { pieces: number | null; weightKg: number | null };

/** A flight as air cargo names it: number (CZ461), day (2026-11-20) and airports. */
export type FlightRun = { flight: string; day: string; from: string | null; to: string | null };

/** One status of a consignment, as an airline tells it in whichever protocol. */
export type AirStatement = {
  statusCode: string;
  airport: string | null;
  flight: FlightRun | null;
  planned: Instant | null;
  estimated: Instant | null;
  actual: Instant | null;
  /** What the status is about: all pieces, or a part of them. */
  load: Load;
  isPart: boolean;
  /** Code of a discrepancy, such as OFLD. */
  discrepancy: string | null;
  /** Planned departure and arrival of the flight, where they are notified with another status. */
  departs: Times;
  arrives: Times;
};

/** A time by how sure it is. */
export type Times = { planned: Instant | null; estimated: Instant | null; actual: Instant | null };

/** Nothing is reported. */
export const noTimes: Times = Object.freeze({ planned: null, estimated: null, actual: null });

/** Everything one airline says of one consignment. */
export type AirConsignment = {
  waybill: string;
  airline: string;
  origin: string | null;
  destination: string | null;
  total: Load;
  volumeM3: number | null;
  /** In the order in which they were notified. */
  statements: readonly AirStatement[];
};

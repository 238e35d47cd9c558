import type { LandMilestoneCode } from '#domain/tracking/milestone-order.ts';
import type { MilestoneCode } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Classifier, EmptyIndicator, EventCode, EventType, TransportMode } from './codes.ts';

/** Call of a vessel (or train, barge, truck) at a place, as an event names it. */
export type TransportCall = {
  id: string | null;
  vesselName: string | null;
  vesselImo: string | null;
  exportVoyage: string | null;
  importVoyage: string | null;
  serviceCode: string | null;
  mode: TransportMode | null;
};

/** One event that passed every check; texts are clean, codes upper-case, times instants. */
export type DcsaEvent = {
  eventId: string;
  /** The carrier takes the event back. */
  retracted?: true;
  type: EventType;
  code: EventCode;
  classifier: Classifier;
  at: Instant;
  createdAt: Instant;
  /** UN/LOCODE as the carrier writes it; null when the event names no place. */
  portCode: string | null;
  /** Facility or place in words. */
  place: string | null;
  call: TransportCall | null;
  /** Container of an EQUIPMENT event. */
  containerNo: string | null;
  isoCode: string | null;
  empty: EmptyIndicator | null;
  isTranshipment: boolean | null;
  /** The milestone of ours, where the words of the source say more than the route; left out by most. */
  milestone?: MilestoneCode | LandMilestoneCode;
  /** The ship is stated of the move itself, on land too; left out: it is stated of the call. */
  hasOwnShip?: true;
  seals: readonly string[];
  /** Document of a SHIPMENT event. */
  document: { type: string; id: string } | null;
  /** What the event says it is about. */
  bills: string[];
  bookings: string[];
  containers: string[];
};

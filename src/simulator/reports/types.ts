import type { Instant } from '#shared/time/instant.ts';
import type { WorldPort } from '../network/types.ts';
import type { LegPlan } from '../shipments/types.ts';

/** One event as the carrier will report it, before it is written down in the standard's form. */
export type CarrierRecord = {
  /** Number within the shipment; the event's id is made from it. */
  serial: number;
  createdAt: Instant;
  eventAt: Instant;
  type: 'SHIPMENT' | 'TRANSPORT' | 'EQUIPMENT';
  /** Event code of the standard, such as LOAD, DEPA or CONF. */
  code: string;
  classifier: 'PLN' | 'EST' | 'ACT';
  port: WorldPort;
  /** Port code as the carrier writes it. */
  portCode: string;
  /** Index of the container, -1 for none. */
  container: number;
  /** Index of the group of containers. */
  group: number;
  /** Leg of the ship that is meant; undefined on land and for documents. */
  leg?: { index: number; plan: LegPlan; atEnd: boolean };
  empty?: boolean;
  /** Type and id of the document of a SHIPMENT event. */
  document?: { type: 'CBR' | 'BKG' | 'TRD' | 'CUS' | 'ARN' | 'SRM'; id: string };
  /** The local time is written as if it were UTC. */
  localAsUtc?: boolean;
  delayReason?: string;
  remark?: string;
};

/** What the carrier will ever report of a shipment, oldest first. */
export type CarrierReport = readonly CarrierRecord[];

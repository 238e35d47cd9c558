import type { Instant } from '#shared/time/instant.ts';
import { entriesOf } from '#shared/values/objects.ts';

/** Causes that befall a whole sailing, with the share of sailings they are planted in. */
export const sailingRates = {
  lateDeparture: 0.009,
  lateArrival: 0.009,
  etaSlip: 0.006,
  skippedPort: 0.012,
  vesselChange: 0.015,
} as const;

/** Causes in the life of the cargo, with the share of shipments; at most one of a group befalls a shipment. */
export const cargoRates = {
  rolled: 0.009,
  splitCargo: 0.009,
  longDwell: 0.03,
  customsHold: 0.005,
  demurrage: 0.006,
  detention: 0.005,
} as const;

/** Causes in what the carrier reports. */
export const reportRates = {
  noData: 0.006,
  goneStale: 0.006,
  missingDischarge: 0.006,
  missingLoad: 0.005,
  duplicateEvent: 0.007,
  eventDisorder: 0.005,
  arrivalBeforeDeparture: 0.005,
  localTimeAsUtc: 0.005,
  futureActual: 0.005,
  aliasPort: 0.02,
  unknownPort: 0.006,
} as const;

/** Causes in the numbers of the containers. */
export const identityRates = { checkDigit: 0.005, containerSet: 0.006, leasedContainer: 0.004 } as const;

/** Causes in what the aggregator tells, against the carrier. */
export const aggregatorRates = { vesselNameDiffers: 0.007, timesDiffer: 0.007 } as const;

export type SailingCause = keyof typeof sailingRates;
export type CargoCause = keyof typeof cargoRates;
export type ReportCause = keyof typeof reportRates;
export type IdentityCause = keyof typeof identityRates;
export type AggregatorCause = keyof typeof aggregatorRates;
/** Every planted cause; missedConnection follows by itself from a late ship. */
export type CauseKind = SailingCause | CargoCause | ReportCause | IdentityCause | AggregatorCause | 'missedConnection';

/** What was planted in one shipment, and what an attentive reader of the reports should find. */
export type PlantedCause = {
  kind: CauseKind;
  /** Exception codes that should be found, the main one first; empty for a trap that must raise nothing. */
  codes: readonly string[];
  /** From when the reports allow to see it (thresholds counted in, polling not). */
  from: Instant;
  /** Until when it can be seen; null = it stays. */
  to: Instant | null;
  containerNo?: string;
  /** Sequence of the leg, from 1. */
  leg?: number;
};

/** One draw over exclusive causes; undefined for the healthy rest. */
export function drawCause<K extends string>(rates: Readonly<Record<K, number>>, share: number): K | undefined {
  let left = share;
  for (const [kind, rate] of entriesOf(rates)) {
    left -= rate;
    if (left < 0) return kind;
  }
  return undefined;
}

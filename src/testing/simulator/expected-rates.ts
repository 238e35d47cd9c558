import type { CauseKind } from '#simulator/disorder/causes.ts';

/**
 * Least and greatest share of the living shipments that a cause may be seen in. Late ships hit many bills at
 * once and long-lived shipments are seen more often, so the bounds are wide around the planted rates.
 */
export const longDisorder: Readonly<Record<CauseKind, readonly [number, number]>> = {
  lateDeparture: [0.004, 0.03],
  lateArrival: [0.001, 0.03],
  etaSlip: [0.001, 0.03],
  skippedPort: [0.0004, 0.015],
  vesselChange: [0.003, 0.04],
  missedConnection: [0.0003, 0.01],
  rolled: [0.005, 0.02],
  splitCargo: [0.002, 0.012],
  longDwell: [0.002, 0.016],
  customsHold: [0.003, 0.013],
  demurrage: [0.003, 0.014],
  detention: [0.003, 0.016],
  noData: [0.002, 0.012],
  goneStale: [0.003, 0.013],
  missingDischarge: [0.003, 0.012],
  missingLoad: [0.002, 0.011],
  duplicateEvent: [0.003, 0.014],
  eventDisorder: [0.002, 0.011],
  arrivalBeforeDeparture: [0.002, 0.011],
  localTimeAsUtc: [0.001, 0.01],
  futureActual: [0.002, 0.011],
  aliasPort: [0.004, 0.02],
  unknownPort: [0.003, 0.012],
  checkDigit: [0.002, 0.012],
  containerSet: [0.002, 0.014],
  leasedContainer: [0.002, 0.012],
  vesselNameDiffers: [0.004, 0.016],
  timesDiffer: [0.003, 0.016],
};

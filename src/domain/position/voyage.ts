import { DAY_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { LegContent } from '../tracking/model.ts';
import type { EtaPrediction } from './eta.ts';
import type { VesselFix } from './fix.ts';
import type { PortVisit } from './geofence.ts';

/** What positions say about one leg. */
export type LegSighting = {
  sequence: number;
  /** The stay in the port of loading she left or will leave from. */
  loading: PortVisit | null;
  /** The stay in the port of discharge. */
  discharge: PortVisit | null;
};

/** What is known of the vessel that carries a shipment now, for rules and screens. */
export type VoyageView = {
  sequence: number;
  vesselName: string | null;
  mmsi: number;
  /** When she left the port of loading of the leg; null while she has not. */
  departedAt: Instant | null;
  /** Her last believed position. */
  fix: VesselFix | null;
  /** The stay that goes on. */
  stay: { portCode: string; arrivedAt: Instant } | null;
  /** When we expect her at the port of discharge of the leg, and when that was reckoned. */
  prediction: (EtaPrediction & { knownAt: Instant }) | null;
};

/** A stay this far from the expected time belongs to another voyage. */
const reachMs = 9 * DAY_MS;

const distanceTo = (visit: PortVisit, expected: Instant): number => {
  const end = visit.departedAt ?? Math.max(visit.arrivedAt, expected);
  return expected < visit.arrivedAt ? visit.arrivedAt - expected : Math.max(0, expected - end);
};

function nearest(visits: readonly PortVisit[], expected: Instant): PortVisit | null {
  let best: PortVisit | null = null;
  for (const visit of visits)
    if (
      distanceTo(visit, expected) <= reachMs &&
      (best === null || distanceTo(visit, expected) < distanceTo(best, expected))
    )
      best = visit;
  return best;
}

/**
 * Finds the stays of a vessel that a leg of hers begins and ends with: those nearest to when the leg is expected to, at
 * the same ports after aliases. A stay at the port of discharge counts only after the departure.
 */
export function findSighting(
  leg: Pick<LegContent, 'sequence' | 'portOfLoading' | 'portOfDischarge' | 'etd' | 'atd' | 'eta' | 'ata'>,
  visits: readonly PortVisit[],
  canonical: (portCode: string) => string,
): LegSighting {
  const at = (port: string | null): PortVisit[] =>
    port === null ? [] : visits.filter(({ portCode }) => portCode === canonical(port));
  const leaves = leg.atd ?? leg.etd;
  const comes = leg.ata ?? leg.eta;
  const loading = leaves === null ? null : nearest(at(leg.portOfLoading), leaves);
  const after = loading?.departedAt ?? (loading === null ? leg.atd : null);
  const candidates = after === null ? [] : at(leg.portOfDischarge).filter(({ arrivedAt }) => arrivedAt > after);
  return { sequence: leg.sequence, loading, discharge: comes === null ? null : nearest(candidates, comes) };
}

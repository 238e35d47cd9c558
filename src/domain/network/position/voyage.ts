import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { LegContent } from '../../tracking/model.ts';
import type { EtaPrediction } from './eta.ts';
import type { EtaScore } from './score.ts';
import type { VesselFix } from './fix.ts';
import type { ObservedPortCall } from './geofence.ts';

/** What positions say about one leg. */
export type LegSighting = {
  sequence: number;
  /** The stay in the port of loading she left or will leave from. */
  loading: ObservedPortCall | null;
  /** The stay in the port of discharge. */
  discharge: ObservedPortCall | null;
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
  /** How good predictions made about as far ahead have been; null while none was followed by its arrival. */
  score?: EtaScore | null;
  /** Since when, and until when, the receiver that heard her last has been heard without a gap; left out when unknown. */
  received?: { since: Instant; until: Instant };
  /** Where her master says she goes next, as she sent it about when her position came. */
  destination?: string | null;
  /** Ports her carriers announce that she calls at before the port of discharge, in order; left out where none is known. */
  callsBefore?: readonly string[];
};

/**
 * Positions further apart than this do not tell when a vessel came or left: others know better. In 40 days of the simulated
 * receivers nine stays of ten are within it and at most an hour off; the rest is up to 13 hours off (41 for arrivals).
 */
const densestMs = HOUR_MS;

const within = (from: Instant | null, to: Instant | null): boolean =>
  from !== null && to !== null && to - from <= densestMs;

/** When a vessel left, as far as positions tell: null where they are too far apart around the departure. */
export const seenDeparture = ({ departedAt, departedBefore }: ObservedPortCall): Instant | null =>
  within(departedAt, departedBefore) ? departedAt : null;

/** When a vessel came, as far as positions tell: null where they are too far apart around the arrival. */
export const seenArrival = ({ arrivedAt, arrivedAfter }: ObservedPortCall): Instant | null =>
  within(arrivedAfter, arrivedAt) ? arrivedAt : null;

/** Ships are late by days, but hardly ever early: a stay long before is the one of the voyage before. */
const earlyMs = 2.5 * DAY_MS;
const lateMs = 6.5 * DAY_MS;

type Dated = { visit: ObservedPortCall; offMs: number };

function nearest(dated: readonly Dated[]): ObservedPortCall | null {
  let best: Dated | undefined;
  for (const one of dated)
    if (one.offMs >= -earlyMs && one.offMs <= lateMs && Math.abs(one.offMs) < Math.abs(best?.offMs ?? Infinity))
      best = one;
  return best?.visit ?? null;
}

/** How much later than expected she left; one who lies there still has not left before the expected time. */
const departureOff = (visit: ObservedPortCall, expected: Instant): number =>
  visit.departedAt === null ? Math.max(0, visit.arrivedAt - expected) : visit.departedAt - expected;

/** Least time between the arrival of cargo by one ship and its departure by the next: discharging and loading take longer. */
const leastTransferMs = 4 * HOUR_MS;

/** A leg as far as its stays are looked for: ports by code, times as they are shown. */
export type SightedLeg = Pick<
  LegContent,
  'sequence' | 'portOfLoading' | 'portOfDischarge' | 'etd' | 'atd' | 'eta' | 'ata'
>;

/**
 * Whether cargo may have left with a stay. At a port of transhipment the next ship leaves without it while it is not
 * there: `came` is when the ship before brought it, null while nobody knows of an arrival, left out for the first leg.
 */
function mayCarry(visit: ObservedPortCall, leg: SightedLeg, came: Instant | null | undefined): boolean {
  if (came === undefined || visit.departedAt === null) return true;
  return came === null ? leg.atd !== null : visit.departedAt >= came + leastTransferMs;
}

/**
 * Finds the stays of a vessel that a leg of hers begins and ends with: those nearest to when the leg is expected to, at
 * the same ports after aliases. A stay at the port of discharge counts only after the departure.
 */
export function findSighting(
  leg: SightedLeg,
  visits: readonly ObservedPortCall[],
  canonical: (portCode: string) => string,
  came?: Instant | null,
): LegSighting {
  const at = (port: string | null): ObservedPortCall[] =>
    port === null ? [] : visits.filter(({ portCode }) => portCode === canonical(port));
  const leaves = leg.atd ?? leg.etd;
  const comes = leg.ata ?? leg.eta;
  const loading =
    leaves === null
      ? null
      : nearest(
          at(leg.portOfLoading)
            .filter((visit) => mayCarry(visit, leg, came))
            .map((visit) => ({ visit, offMs: departureOff(visit, leaves) })),
        );
  const after = loading?.departedAt ?? (loading === null ? leg.atd : null);
  const candidates = after === null ? [] : at(leg.portOfDischarge).filter(({ arrivedAt }) => arrivedAt > after);
  const discharge =
    comes === null ? null : nearest(candidates.map((visit) => ({ visit, offMs: visit.arrivedAt - comes })));
  return { sequence: leg.sequence, loading, discharge };
}

/**
 * Finds the stays of all legs of one shipment, in the order of the route; each leg with the stays of its own vessel. The
 * ship of a later leg carries the cargo only if it left after the leg before had brought it.
 */
export function findSightings(
  legs: readonly { leg: SightedLeg; visits: readonly ObservedPortCall[] }[],
  canonical: (portCode: string) => string,
): LegSighting[] {
  const found: LegSighting[] = [];
  for (const [index, { leg, visits }] of legs.entries()) {
    const before = legs[index - 1]?.leg;
    const isNext = before !== undefined && before.sequence === leg.sequence - 1;
    const came = isNext ? (found[index - 1]?.discharge?.arrivedAt ?? before.ata) : undefined;
    found.push(findSighting(leg, visits, canonical, came));
  }
  return found;
}

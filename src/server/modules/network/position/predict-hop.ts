import type { EtaErrors } from '#domain/network/position/eta.ts';
import type { ObservedPortCall } from '#domain/network/position/geofence.ts';
import type { HopTransit } from '#domain/network/position/passage.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { type Lane, progressOn } from '#domain/network/position/lane.ts';
import { laneBetween } from './lanes.ts';
import { type FinishedVoyage, listStraightVoyages } from './passage-queries.ts';
import { predictOne } from './predict-arrivals.ts';
import { type DueVoyage, listVisits, type StoredPrediction } from './voyage-queries.ts';

const passagesOfHop = 40;
const visitsBackMs = 30 * DAY_MS;
/** What she has made on this voyage tells her speed after so long. */
const leastUnderWayMs = 12 * HOUR_MS;
const slowestKn = 5;

/** Knots that she has made since her departure; undefined while she has hardly left. */
function madeKn({ departed_at, fix_at, lon, lat }: DueVoyage, lane: Lane): number | undefined {
  const elapsedMs = fix_at - departed_at;
  if (elapsedMs < leastUnderWayMs) return undefined;
  const speed = (lane.distanceNm - progressOn(lane, [lon, lat]).leftNm) / (elapsedMs / HOUR_MS);
  return speed < slowestKn ? undefined : speed;
}

/** From where to where a vessel sails without a call. */
type Hop = Pick<DueVoyage, 'mmsi' | 'from_port' | 'to_port' | 'departed_at'>;
type Deps = { database: Database; reference: ReferenceSnapshot };

/** What arrivals on a hop are predicted from; null where no way by sea leads there. */
export type HopKnowledge = { lane: Lane; over: readonly FinishedVoyage[]; visits: readonly ObservedPortCall[] };

/** Reads what is known of a hop of a vessel by a moment. */
export async function readHop({ database, reference }: Deps, hop: Hop, by: Instant): Promise<HopKnowledge | null> {
  const lane = laneBetween(hop.from_port, hop.to_port, reference);
  if (lane === null) return null;
  const [over, visits] = await Promise.all([
    listStraightVoyages(database, hop.from_port, hop.to_port, by, passagesOfHop),
    listVisits(database, [hop.mmsi], hop.departed_at - visitsBackMs),
  ]);
  return { lane, over, visits: visits.get(hop.mmsi) ?? [] };
}

/**
 * Predicts when a vessel comes to her next port, from voyages of any vessel straight from the one to the other that were over
 * by then; null where too little is known.
 */
export function predictOnHop(
  { lane, over, visits }: HopKnowledge,
  voyage: DueVoyage,
  reference: ReferenceSnapshot,
  errors?: EtaErrors,
): StoredPrediction | null {
  // Between two ports without a call a ship keeps about the same speed: both ends do for a passage.
  const passages = over
    .filter(({ arrived_at }) => arrived_at < voyage.fix_at)
    .map(({ mmsi, departed_at: departedAt, arrived_at: arrivedAt }): HopTransit => ({
      mmsi,
      departedAt,
      arrivedAt,
      marks: [
        { at: departedAt, leftNm: lane.distanceNm },
        { at: arrivedAt, leftNm: 0 },
      ],
    }));
  return predictOne(
    voyage,
    lane,
    { passages, laneNm: lane.distanceNm },
    errors,
    visits.filter(({ arrivedAt }) => arrivedAt <= voyage.fix_at),
    reference,
    { madeKn: madeKn(voyage, lane) },
  );
}

/** Reads what is known of the hop that a vessel is on, and predicts its end. */
export async function predictHop(deps: Deps, voyage: DueVoyage, errors: EtaErrors): Promise<StoredPrediction | null> {
  const known = await readHop(deps, voyage, voyage.fix_at);
  return known === null ? null : predictOnHop(known, voyage, deps.reference, errors);
}

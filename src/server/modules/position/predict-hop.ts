import type { EtaErrors } from '#domain/position/eta.ts';
import type { Passage } from '#domain/position/passage.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { type Lane, progressOn } from '#domain/position/lane.ts';
import { laneBetween } from './lanes.ts';
import { listStraightVoyages } from './passage-queries.ts';
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

/**
 * Predicts when a vessel comes to her next port, from voyages of any vessel straight from the one to the other; null where too
 * little is known, or no way by sea leads there.
 */
export async function predictHop(
  { database, reference }: { database: Database; reference: ReferenceSnapshot },
  voyage: DueVoyage,
  errors: EtaErrors,
): Promise<StoredPrediction | null> {
  const lane = laneBetween(voyage.from_port, voyage.to_port, reference);
  if (lane === null) return null;
  const [over, visits] = await Promise.all([
    listStraightVoyages(database, voyage.from_port, voyage.to_port, voyage.fix_at, passagesOfHop),
    listVisits(database, [voyage.mmsi], voyage.departed_at - visitsBackMs),
  ]);
  // Between two ports without a call a ship keeps about the same speed: both ends do for a passage.
  const passages = over.map(({ mmsi, departed_at: departedAt, arrived_at: arrivedAt }): Passage => ({
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
    visits.get(voyage.mmsi) ?? [],
    reference,
    madeKn(voyage, lane),
  );
}

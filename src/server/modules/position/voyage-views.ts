import type { VoyageView } from '#domain/position/voyage.ts';
import { scoreOf } from '#domain/position/score.ts';
import type { EtaScore } from '#domain/position/score.ts';
import type { FenceState } from '#domain/position/geofence.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { listScores } from './score-queries.ts';
import type { StoredPrediction } from './voyage-queries.ts';

type Row = {
  subscription_id: number;
  sequence: number;
  vessel_name: string | null;
  mmsi: number;
  to_port: string;
  departed_at: Instant | null;
  prediction: StoredPrediction | null;
  fix_at: Instant | null;
  lon: number | null;
  lat: number | null;
  speed_kn: number | null;
  course: number | null;
  heading: number | null;
  nav_status: number | null;
  destination: string | null;
  destination_at: Instant | null;
  memory: { stay?: FenceState['stay'] };
};

/** A ship says every few minutes where she goes: what she has not said for a day while her positions came is forgotten. */
const isRecent = ({ fix_at: at, destination_at: saidAt }: Row): boolean =>
  at !== null && saidAt !== null && at - saidAt <= DAY_MS;

const toView = (row: Row, scores: readonly EtaScore[], received: VoyageView['received']): VoyageView => ({
  sequence: row.sequence,
  vesselName: row.vessel_name,
  mmsi: row.mmsi,
  departedAt: row.departed_at,
  fix:
    row.fix_at === null || row.lon === null || row.lat === null
      ? null
      : {
          at: row.fix_at,
          lon: row.lon,
          lat: row.lat,
          speed: row.speed_kn,
          course: row.course,
          heading: row.heading,
          status: row.nav_status,
        },
  stay: row.memory.stay == null ? null : { portCode: row.memory.stay.portCode, arrivedAt: row.memory.stay.arrivedAt },
  prediction: row.prediction,
  score:
    row.prediction === null
      ? null
      : (scoreOf(scores, {
          basis: row.prediction.basis,
          remainingMs: row.prediction.eta - row.prediction.knownAt,
        }) ?? null),
  ...(received && { received }),
  destination: isRecent(row) ? row.destination : null,
});

/**
 * Since when and until when all receivers have been heard without a gap; of files that were read to their end only where there is
 * nothing else. Undefined while none has been heard.
 */
export async function readReception(database: Database): Promise<{ since: Instant; until: Instant } | undefined> {
  const { rows } = await database.execute<{ since: Instant | null; until: Instant | null }>(
    `select coalesce(max(heard_since) filter (where state <> 'done'), max(heard_since)) as since,
       coalesce(min(last_message_at) filter (where state <> 'done'), max(last_message_at)) as until
     from ais_feed where last_message_at is not null`,
  );
  const { since, until } = rows[0] ?? {};
  return since == null || until == null ? undefined : { since, until };
}

/** What positions say now about the voyages of subscriptions: of the leg under way, else of the one being loaded. */
export async function listVoyageViews(
  database: Database,
  subscriptionIds: readonly number[],
): Promise<Map<number, VoyageView>> {
  if (subscriptionIds.length === 0) return new Map();
  const { rows } = await database.execute<Row>(
    `select distinct on (w.subscription_id) w.subscription_id, w.sequence, w.vessel_name, w.mmsi, w.to_port, w.departed_at,
       w.prediction, v.fix_at, v.lon, v.lat, v.speed_kn, v.course, v.heading, v.nav_status, v.memory,
       v.destination, (v.said_at->>'destination')::bigint as destination_at
     from voyage_watch w join ais_vessel v on v.mmsi = w.mmsi
     where w.subscription_id = any($1) and w.state in ('underway', 'loading')
     order by w.subscription_id, w.state = 'loading', w.sequence`,
    [subscriptionIds],
  );
  const scores = rows.some(({ prediction }) => prediction !== null) ? await listScores(database) : [];
  const received = rows.length === 0 ? undefined : await readReception(database);
  return new Map(rows.map((row) => [row.subscription_id, toView(row, scores, received)]));
}

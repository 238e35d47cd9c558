import type { VoyageView } from '#domain/network/position/voyage.ts';
import { scoreOf } from '#domain/network/position/score.ts';
import type { EtaScore } from '#domain/network/position/score.ts';
import type { FenceState } from '#domain/network/position/geofence.ts';
import type { FeedState } from '#server/connectors/ais/index.ts';
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
  fix_feed: string | null;
  lon: number | null;
  lat: number | null;
  speed_kn: number | null;
  course: number | null;
  heading: number | null;
  nav_status: number | null;
  destination: string | null;
  destination_at: Instant | null;
  calls_before: string[] | null;
  memory: { stay?: FenceState['stay'] };
};

/** A ship says every few minutes where she goes: what she has not stated for a day while her positions came is forgotten. */
const isRecent = ({ fix_at: at, destination_at: statedAt }: Row): boolean =>
  at !== null && statedAt !== null && at - statedAt <= DAY_MS;

const toView = (row: Row, scores: readonly EtaScore[], received: Reception | undefined): VoyageView => ({
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
  ...(row.calls_before !== null && { callsBefore: row.calls_before }),
});

type Fix = Pick<Row, 'fix_at' | 'fix_feed'>;
type Reception = { since: Instant; until: Instant };

/**
 * Since when and until when a ship would have been heard without a gap: by the receiver that brought her last position, or, where it
 * is not known which one that was or it was a recording, by all of them. Recordings that were read to their end count only where
 * there is nothing else. Undefined while none has been heard.
 */
export async function readReception(database: Database): Promise<(heardBy: Fix) => Reception | undefined> {
  const feeds = await database.query<{ code: string; state: FeedState; since: Instant | null; until: Instant | null }>(
    `select code, state, heard_since as since, last_message_at as until from ais_feed`,
  );
  const heard = feeds.flatMap(({ since, until, ...feed }) =>
    since === null || until === null ? [] : [{ ...feed, since, until }],
  );
  const live = heard.filter(({ state }) => state !== 'done');
  const counted = live.length > 0 ? live : heard;
  const bySome: Reception | undefined =
    counted.length === 0
      ? undefined
      : {
          since: Math.max(...counted.map(({ since }) => since)),
          until: (live.length > 0 ? Math.min : Math.max)(...counted.map(({ until }) => until)),
        };
  return ({ fix_at: at, fix_feed: code }) => {
    const own = feeds.find((feed) => feed.code === code);
    if (code === null || own?.state === 'done') return bySome;
    const { since, until } = heard.find((feed) => feed.code === code) ?? {};
    if (since !== undefined && until !== undefined) return { since, until };
    // Her receiver is offline, so her messages are not received.
    return at === null ? bySome : { since: at, until: at };
  };
}

/** What positions say now about the voyages of subscriptions: of the leg under way, else of the one being loaded. */
export async function listVoyageViews(
  database: Database,
  subscriptionIds: readonly number[],
): Promise<Map<number, VoyageView>> {
  if (subscriptionIds.length === 0) return new Map();
  const { rows } = await database.execute<Row>(
    `select distinct on (w.subscription_id) w.subscription_id, w.sequence, w.vessel_name, w.mmsi, w.to_port, w.departed_at,
       w.prediction, v.fix_at, v.fix_feed, v.lon, v.lat, v.speed_kn, v.course, v.heading, v.nav_status, v.memory,
       v.destination, (v.said_at->>'destination')::bigint as destination_at, between.calls as calls_before
     from voyage_watch w join ais_vessel v on v.mmsi = w.mmsi
     left join lateral (
       select array_agg(c.port_code order by c.arrives_at) as calls from sailing_call c
       where w.state = 'underway' and c.imo = v.imo and not c.omitted and c.actual_arrival is null
         and c.port_code <> w.from_port and c.arrives_at > v.fix_at and c.arrives_at < (
           select min(o.arrives_at) from sailing_call o
           where o.imo = v.imo and o.port_code = w.to_port and not o.omitted and o.arrives_at > v.fix_at)
     ) between on true
     where w.subscription_id = any($1) and w.state in ('underway', 'loading')
     order by w.subscription_id, w.state = 'loading', w.sequence`,
    [subscriptionIds],
  );
  const scores = rows.some(({ prediction }) => prediction !== null) ? await listScores(database) : [];
  const receptionOf = rows.length === 0 ? undefined : await readReception(database);
  return new Map(rows.map((row) => [row.subscription_id, toView(row, scores, receptionOf?.(row))]));
}

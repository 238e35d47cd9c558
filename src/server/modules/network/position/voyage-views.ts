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
import type { TenantIds } from '#server/platform/db/tenant-ids.ts';

type Row = {
  subscriptionId: number;
  sequence: number;
  vesselName: string | null;
  mmsi: number;
  departedAt: Instant | null;
  prediction: StoredPrediction | null;
  fixAt: Instant | null;
  fixFeed: string | null;
  lon: number | null;
  lat: number | null;
  speed: number | null;
  course: number | null;
  heading: number | null;
  status: number | null;
  destination: string | null;
  destinationAt: Instant | null;
  callsBefore: string[] | null;
  memory: { stay?: FenceState['stay'] };
};

/** A ship says every few minutes where she goes: what she has not stated for a day while her positions came is forgotten. */
const isRecent = ({ fixAt: at, destinationAt: statedAt }: Row): boolean =>
  at !== null && statedAt !== null && at - statedAt <= DAY_MS;

const toView = (row: Row, scores: readonly EtaScore[], received: Reception | undefined): VoyageView => {
  const { sequence, vesselName, mmsi, departedAt, prediction, callsBefore, fixAt: at, lon, lat } = row;
  const { speed, course, heading, status, memory } = row;
  return {
    sequence,
    vesselName,
    mmsi,
    departedAt,
    fix: at === null || lon === null || lat === null ? null : { at, lon, lat, speed, course, heading, status },
    stay: memory.stay == null ? null : { portCode: memory.stay.portCode, arrivedAt: memory.stay.arrivedAt },
    prediction,
    score:
      prediction === null
        ? null
        : (scoreOf(scores, { basis: prediction.basis, remainingMs: prediction.eta - prediction.knownAt }) ?? null),
    ...(received && { received }),
    destination: isRecent(row) ? row.destination : null,
    ...(callsBefore !== null && { callsBefore }),
  };
};

type Fix = Pick<Row, 'fixAt' | 'fixFeed'>;
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
  return ({ fixAt: at, fixFeed: code }) => {
    const own = feeds.find((feed) => feed.code === code);
    if (code === null || own?.state === 'done') return bySome;
    const { since, until } = heard.find((feed) => feed.code === code) ?? {};
    if (since !== undefined && until !== undefined) return { since, until };
    // Her receiver is offline, so her messages are not received.
    return at === null ? bySome : { since: at, until: at };
  };
}

/** What positions say now about the voyages of subscriptions: of the leg under way, else of the one being loaded. */
export async function listVoyageViews(database: Database, subscriptions: TenantIds): Promise<Map<number, VoyageView>> {
  if (subscriptions.ids.length === 0) return new Map();
  const { rows } = await database.execute<Row>(
    `select distinct on (w.subscription_id) w.subscription_id as "subscriptionId", w.sequence, w.vessel_name as "vesselName", w.mmsi,
       w.departed_at as "departedAt", w.prediction, v.fix_at as "fixAt", v.fix_feed as "fixFeed", v.lon, v.lat, v.speed_kn as speed,
       v.course, v.heading, v.nav_status as status, v.memory, v.destination,
       (v.said_at->>'destination')::bigint as "destinationAt", between.calls as "callsBefore"
     from voyage_watch w join ais_vessel v on v.mmsi = w.mmsi
     left join lateral (
       select array_agg(c.port_code order by c.arrives_at) as calls from sailing_call c
       where w.state = 'underway' and c.imo = v.imo and not c.omitted and c.actual_arrival is null
         and c.port_code <> w.from_port and c.arrives_at > v.fix_at and c.arrives_at < (
           select min(o.arrives_at) from sailing_call o
           where o.imo = v.imo and o.port_code = w.to_port and not o.omitted and o.arrives_at > v.fix_at)
     ) between on true
     where w.subscription_id = any($1) and w.tenant_id = any($2) and w.state in ('underway', 'loading')
     order by w.subscription_id, w.state = 'loading', w.sequence`,
    [subscriptions.ids, subscriptions.tenantIds],
  );
  const scores = rows.some(({ prediction }) => prediction !== null) ? await listScores(database) : [];
  const receptionOf = rows.length === 0 ? undefined : await readReception(database);
  return new Map(rows.map((row) => [row.subscriptionId, toView(row, scores, receptionOf?.(row))]));
}

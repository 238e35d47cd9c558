import type { EtaPrediction } from '#domain/network/position/eta.ts';
import type { LaneMark, HopTransit, PassageCall } from '#domain/network/position/passage.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Lanes that somebody's cargo is on. */
export async function listWatchedLanes(database: Database): Promise<{ from_port: string; to_port: string }[]> {
  const { rows } = await database.execute<{ from_port: string; to_port: string }>(
    'select distinct from_port, to_port from voyage_watch order by 1, 2',
  );
  return rows;
}

/** A voyage over a lane that is over and not learned yet. */
export type FinishedVoyage = { mmsi: number; departed_at: Instant; arrived_at: Instant };

const longestVoyageDays = 80;
/** Ends known less exactly than this are nothing to learn from, nor to judge predictions by. */
const leastExactHours = 3;

/** Voyages of any vessel from one port to the other with both ends well seen, the last stay at the start to the first one at the end. */
export async function listFinishedVoyages(
  database: Database,
  fromPort: string,
  toPort: string,
  since: Instant,
  limit: number,
): Promise<FinishedVoyage[]> {
  const { rows } = await database.execute<FinishedVoyage>(
    `select a.mmsi, a.departed_at, b.arrived_at from port_visit a
     join lateral (select arrived_at, arrived_after, port_code from port_visit b
       where b.mmsi = a.mmsi and b.arrived_at > a.departed_at and b.port_code in ($1, $2) order by b.arrived_at limit 1) b on b.port_code = $2
     where a.port_code = $1 and a.departed_before - a.departed_at <= interval '${leastExactHours} hours'
       and b.arrived_at - b.arrived_after <= interval '${leastExactHours} hours' and a.departed_at > $3 and b.arrived_at < a.departed_at + interval '${longestVoyageDays} days'
       and not exists (select 1 from lane_passage p where p.mmsi = a.mmsi and p.from_port = $1 and p.to_port = $2
         and p.departed_at = a.departed_at)
     order by a.departed_at limit $4`,
    [fromPort, toPort, new Date(since), limit],
  );
  return rows;
}

/** Believed positions of a vessel between two moments, one every so many hours. */
export async function listSparseFixes(
  database: Database,
  mmsi: number,
  from: Instant,
  to: Instant,
): Promise<{ at: Instant; lon: number; lat: number }[]> {
  const { rows } = await database.execute<{ at: Instant; lon: number; lat: number }>(
    `select distinct on (date_bin('3 hours', at, $2)) at, lon, lat from ais_position
     where mmsi = $1 and at between $2 and $3 and not jump order by date_bin('3 hours', at, $2), at`,
    [mmsi, new Date(from), new Date(to)],
  );
  return rows;
}

/** Keeps a voyage that is over, and tells the predictions of it how wrong they were. */
export async function insertPassage(
  database: Database,
  passage: {
    mmsi: number;
    fromPort: string;
    toPort: string;
    departedAt: Instant;
    arrivedAt: Instant;
    laneNm: number;
    marks: unknown;
  },
): Promise<void> {
  const { mmsi, fromPort, toPort, departedAt, arrivedAt, laneNm, marks } = passage;
  const [departed, arrived] = [new Date(departedAt), new Date(arrivedAt)];
  await database.execute(
    `insert into lane_passage (mmsi, from_port, to_port, departed_at, arrived_at, lane_nm, marks, calls)
     select $1::int, $2::text, $3::text, $4::timestamptz, $5::timestamptz, $6::float8, $7::jsonb, coalesce(jsonb_agg(jsonb_build_object('portCode', v.port_code,
         'arrivedAt', round(extract(epoch from v.arrived_at) * 1000), 'departedAt', round(extract(epoch from v.departed_at) * 1000))
         order by v.arrived_at), '[]')
     from port_visit v where v.mmsi = $1 and v.arrived_at > $4 and v.departed_at < $5 and v.port_code <> $3
     on conflict do nothing`,
    [mmsi, fromPort, toPort, departed, arrived, laneNm, JSON.stringify(marks)],
  );
  await database.execute(
    `update eta_prediction set error_ms = round(extract(epoch from ($5::timestamptz - eta)) * 1000)
     where mmsi = $1 and from_port = $2 and to_port = $3 and at between $4 and $5 and error_ms is null`,
    [mmsi, fromPort, toPort, departed, arrived],
  );
}

/** The last voyages over lanes, with their calls where these are known. */
export async function listPassages(
  database: Database,
  fromPort: string,
  toPort: string,
  limit: number,
): Promise<HopTransit[]> {
  const { rows } = await database.execute<{
    mmsi: number;
    departedAt: Instant;
    arrivedAt: Instant;
    marks: LaneMark[];
    calls: PassageCall[] | null;
  }>(
    `select mmsi, departed_at as "departedAt", arrived_at as "arrivedAt", marks, calls from lane_passage
     where from_port = $1 and to_port = $2 and jsonb_array_length(marks) > 1 order by arrived_at desc limit $3`,
    [fromPort, toPort, limit],
  );
  return rows.map(({ calls, ...row }) => ({ ...row, ...(calls === null ? {} : { calls }) }));
}

/** Voyages of any vessel from one port straight to the next with both ends well seen, the newest first. */
export async function listStraightVoyages(
  database: Database,
  fromPort: string,
  toPort: string,
  before: Instant,
  limit: number,
): Promise<FinishedVoyage[]> {
  const { rows } = await database.execute<FinishedVoyage>(
    `select a.mmsi, a.departed_at, b.arrived_at from port_visit a
     join lateral (select port_code, arrived_at, arrived_after from port_visit b
       where b.mmsi = a.mmsi and b.arrived_at > a.departed_at order by b.arrived_at limit 1) b on b.port_code = $2
     where a.port_code = $1 and b.arrived_at < $3 and a.departed_before - a.departed_at <= interval '${leastExactHours} hours'
       and b.arrived_at - b.arrived_after <= interval '${leastExactHours} hours'
       and b.arrived_at < a.departed_at + interval '${longestVoyageDays} days'
     order by a.arrived_at desc limit $4`,
    [fromPort, toPort, new Date(before), limit],
  );
  return rows;
}

/** How wrong the last judged predictions were. */
export async function listErrors(
  database: Database,
  limit: number,
): Promise<{ basis: EtaPrediction['basis']; remainingMs: number; errorMs: number }[]> {
  const { rows } = await database.execute<{ basis: EtaPrediction['basis']; remaining_ms: number; error_ms: number }>(
    `select basis, (extract(epoch from (eta - at)) * 1000)::float8 as remaining_ms, error_ms from eta_prediction
     where error_ms is not null order by at desc limit $1`,
    [limit],
  );
  return rows.map((row) => ({ basis: row.basis, remainingMs: row.remaining_ms, errorMs: row.error_ms }));
}

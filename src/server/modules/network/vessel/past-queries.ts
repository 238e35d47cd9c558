import type { EtaPrediction } from '#domain/network/position/eta.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A voyage of the past from one port straight to the next. */
export type PastHop = { mmsi: number; from_port: string; to_port: string; departed_at: Instant; arrived_at: Instant };

/** What we would have predicted at a moment of a voyage of the past. */
export type Hindcast = { hop: PastHop; at: Instant; own: Pick<EtaPrediction, 'eta' | 'low' | 'high' | 'basis'> };

/** Ends known less exactly than this are nothing to learn from. */
const leastExactHours = 3;

/** Whether bands still need voyages of the past: too few predictions are settled, and no receiver is reporting of the past. */
export async function needsPast(database: Database, enough: number): Promise<boolean> {
  const { rows } = await database.execute<{ needs: boolean }>(
    `select (select count(*) from (select from vessel_outlook where arrived_at is not null and own is not null limit $1) k) < $1
       and not exists (select from ais_feed where state = 'connecting') as needs`,
    [enough],
  );
  return rows[0]?.needs ?? false;
}

/** Voyages straight from port to port that ended before a moment and that nothing was predicted of, the newest first. */
export async function listPastHops(
  database: Database,
  { before, since, limit }: { before: Instant; since: Instant; limit: number },
): Promise<PastHop[]> {
  const { rows } = await database.execute<PastHop>(
    `select b.mmsi, a.port_code as from_port, b.port_code as to_port, a.departed_at, b.arrived_at
     from port_visit b
     join lateral (select port_code, departed_at, departed_before from port_visit a
       where a.mmsi = b.mmsi and a.arrived_at < b.arrived_at order by a.arrived_at desc limit 1) a
       on a.port_code <> b.port_code and a.departed_before - a.departed_at <= interval '${leastExactHours} hours'
     where b.arrived_at < $1 and b.arrived_at > $2 and b.arrived_at - b.arrived_after <= interval '${leastExactHours} hours'
       and not exists (select from vessel_outlook o where o.mmsi = b.mmsi and o.to_port = b.port_code and o.departed_at = a.departed_at)
     order by b.arrived_at desc, b.mmsi limit $3`,
    [new Date(before), new Date(since), limit],
  );
  return rows;
}

/** Keeps what we would have predicted, beside what came true. */
export async function insertHindcasts(database: Database, hindcasts: readonly Hindcast[]): Promise<void> {
  if (hindcasts.length === 0) return;
  await database.execute(
    `insert into vessel_outlook (mmsi, from_port, to_port, departed_at, at, own, own_low, own_high, basis, arrived_at, hindcast)
     select r.mmsi, r.from_port, r.to_port, to_timestamp(r.departed_at / 1000.0), to_timestamp(r.at / 1000.0),
       to_timestamp(r.own / 1000.0), to_timestamp(r.low / 1000.0), to_timestamp(r.high / 1000.0), r.basis,
       to_timestamp(r.arrived_at / 1000.0), true
     from jsonb_to_recordset($1::jsonb) as r(mmsi int, from_port text, to_port text, departed_at float8, at float8, own float8,
       low float8, high float8, basis text, arrived_at float8)
     on conflict do nothing`,
    [
      JSON.stringify(
        hindcasts.map(({ hop, at, own: { eta, low, high, basis } }) => ({ ...hop, at, own: eta, low, high, basis })),
      ),
    ],
  );
}

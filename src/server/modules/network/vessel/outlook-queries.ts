import type { EtaBasis, EtaPrediction } from '#domain/network/position/eta.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A vessel on her way from the port she was last seen to leave, with what others say of her next arrival. */
export type Voyager = {
  mmsi: number;
  imo: string | null;
  fix_at: Instant;
  lon: number;
  lat: number;
  course: number | null;
  from_port: string;
  departed_at: Instant;
  /** Her next call as her carrier announces it. */
  next_port: string | null;
  next_at: Instant | null;
  carrier_code: string | null;
  service_code: string | null;
  voyage: string | null;
  destination: string | null;
  master_eta: string | null;
  master_eta_said: Instant | null;
};

const voyagers = `select v.mmsi, coalesce(v.imo, m.imo) as imo, v.fix_at, v.lon, v.lat, v.course, d.port_code as from_port, d.departed_at,
    n.port_code as next_port, n.arrives_at as next_at, n.carrier_code, n.service_code, n.voyage, v.destination, v.master_eta,
    (v.said_at ->> 'masterEta')::bigint as master_eta_said
  from ais_vessel v
  left join md_vessel m on m.mmsi = lpad(v.mmsi::text, 9, '0')
  join lateral (select port_code, departed_at from port_visit p where p.mmsi = v.mmsi order by arrived_at desc limit 1) d
    on d.departed_at is not null
  left join lateral (
    select port_code, arrives_at, carrier_code, service_code, coalesce(export_voyage, import_voyage) as voyage from sailing_call c
    where c.imo = coalesce(v.imo, m.imo) and not c.omitted and c.actual_arrival is null and c.arrives_at > d.departed_at
      and c.port_code <> d.port_code
    order by c.arrives_at limit 1) n on true
  where v.fix_at is not null and v.lon is not null and v.lat is not null`;

/** One vessel that is under way; undefined while she lies in a port or nobody saw her leave one. */
export async function findVoyager(database: Database, mmsi: number): Promise<Voyager | undefined> {
  const { rows } = await database.execute<Voyager>(`${voyagers} and v.mmsi = $1`, [mmsi]);
  return rows[0];
}

/** Vessels under way with a next call that were not asked about for so long, and whose position is no older than another while. */
export async function listDueVoyagers(
  database: Database,
  { now, everyMs, freshMs, limit }: { now: Instant; everyMs: number; freshMs: number; limit: number },
): Promise<Voyager[]> {
  const { rows } = await database.execute<Voyager>(
    `${voyagers} and n.port_code is not null and v.fix_at > $1 and not exists (
       select from vessel_outlook o where o.mmsi = v.mmsi and not o.hindcast and o.at > v.fix_at - $2::float8 * interval '1 millisecond')
     limit $3`,
    [new Date(now - freshMs), everyMs, limit],
  );
  return rows;
}

/** All vessels under way that were heard since a moment. */
export async function listVoyagers(database: Database, since: Instant): Promise<Voyager[]> {
  const { rows } = await database.execute<Voyager>(`${voyagers} and v.fix_at > $1`, [new Date(since)]);
  return rows;
}

/** What was expected of a vessel at a moment. */
export type Outlook = {
  voyager: Voyager;
  toPort: string;
  own: Pick<EtaPrediction, 'eta' | 'low' | 'high' | 'basis'> | null;
  carrier: Instant | null;
  master: Instant | null;
};

/** Keeps what was expected. */
export async function insertOutlooks(database: Database, outlooks: readonly Outlook[]): Promise<void> {
  if (outlooks.length === 0) return;
  const rows = outlooks.map(({ voyager, toPort, own, carrier, master }) => ({
    mmsi: voyager.mmsi,
    from_port: voyager.from_port,
    to_port: toPort,
    departed_at: voyager.departed_at,
    at: voyager.fix_at,
    own: own?.eta,
    low: own?.low,
    high: own?.high,
    basis: own?.basis,
    carrier,
    master,
  }));
  await database.execute(
    `insert into vessel_outlook (mmsi, from_port, to_port, departed_at, at, own, own_low, own_high, basis, carrier, master)
     select r.mmsi, r.from_port, r.to_port, to_timestamp(r.departed_at / 1000.0), to_timestamp(r.at / 1000.0),
       to_timestamp(r.own / 1000.0), to_timestamp(r.low / 1000.0), to_timestamp(r.high / 1000.0), r.basis,
       to_timestamp(r.carrier / 1000.0), to_timestamp(r.master / 1000.0)
     from jsonb_to_recordset($1::jsonb) as r(mmsi int, from_port text, to_port text, departed_at float8, at float8, own float8,
       low float8, high float8, basis text, carrier float8, master float8)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

/** Arrivals that are known less exactly than this are not used for scoring. */
const leastExactHours = 3;

/** Tells what was expected when the vessel really came; gives how many expectations were settled. */
export async function settleOutlooks(database: Database): Promise<number> {
  const { rowCount } = await database.execute(
    `update vessel_outlook o set arrived_at = v.arrived_at
     from port_visit v
     where o.arrived_at is null and v.mmsi = o.mmsi and v.port_code = o.to_port and v.arrived_at > o.departed_at
       and v.arrived_at < o.departed_at + interval '80 days' and v.arrived_at - v.arrived_after <= interval '${leastExactHours} hours'
       and not exists (select from port_visit w where w.mmsi = o.mmsi and w.port_code = o.to_port
         and w.arrived_at > o.departed_at and w.arrived_at < v.arrived_at)`,
  );
  return rowCount;
}

/** How right one was about the arrivals that followed. */
export type OutlookScore = {
  by: 'own' | 'carrier' | 'master';
  of_vessel: boolean;
  arrivals: number;
  told: number;
  hits: number;
  median_error_h: number;
  in_band: number;
};

/** How right we, carriers and masters were of late: about one vessel, and about all. */
export async function listOutlookScores(database: Database, mmsi: number, since: Instant): Promise<OutlookScore[]> {
  const { rows } = await database.execute<OutlookScore>(
    `with told as (
       select o.mmsi, o.to_port, o.departed_at, o.at, o.arrived_at, t.by, t.eta, o.own_low, o.own_high
       from vessel_outlook o, lateral (values ('own', o.own), ('carrier', o.carrier), ('master', o.master)) as t(by, eta)
       where o.arrived_at > $2 and o.at < o.arrived_at and t.eta is not null and not o.hindcast),
     judged as (
       select *, extract(epoch from arrived_at - eta) / 3600 as error_h, extract(epoch from arrived_at - at) / 3600 as lead_h from told)
     select s.of_vessel, by, count(distinct (mmsi, to_port, departed_at))::int as arrivals, count(*)::int as told,
       (count(*) filter (where abs(error_h) <= greatest(12, lead_h / 10)))::int as hits,
       percentile_cont(0.5) within group (order by abs(error_h)::float8) as median_error_h,
       (count(*) filter (where arrived_at between own_low and own_high))::int as in_band
     from judged, lateral (values (true), (false)) as s(of_vessel)
     where not s.of_vessel or mmsi = $1 group by 1, 2`,
    [mmsi, new Date(since)],
  );
  return rows;
}

/** How wrong our last settled expectations were, for the width of bands. */
export async function listOutlookErrors(
  database: Database,
  limit: number,
): Promise<{ basis: EtaBasis; remainingMs: number; errorMs: number }[]> {
  const { rows } = await database.execute<{ basis: EtaBasis; remaining: number; error: number }>(
    `select basis, (extract(epoch from own - at) * 1000)::float8 as remaining,
       (extract(epoch from arrived_at - own) * 1000)::float8 as error
     from vessel_outlook where arrived_at is not null and own is not null and basis is not null and arrived_at > at order by arrived_at desc limit $1`,
    [limit],
  );
  return rows.map(({ basis, remaining, error }) => ({ basis, remainingMs: remaining, errorMs: error }));
}

import { keepState, readState } from '#server/platform/db/app-state.ts';
import type { EtaPrediction } from '#domain/network/position/eta.ts';
import { lateArrivalDefaults, statesLate } from '#domain/network/position/late-arrival.ts';
import type { ObservedPortCall } from '#domain/network/position/geofence.ts';
import type { LegContent, ShipmentContent } from '#domain/tracking/model.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { tenantsOf } from '#server/platform/db/tenant-ids.ts';

/** How far what changes has been looked at; `snapshot`: which transactions had ended then. */
export type VoyageCursor = { shipmentChange: number; visitChange: number; snapshot?: string };

const cursorKey = 'voyage_cursor';

/** Where looking goes on. */
export async function readCursor(database: Database): Promise<VoyageCursor> {
  const row = await readState(database, cursorKey);
  return (row as VoyageCursor | null) ?? { shipmentChange: 0, visitChange: 0 };
}

/** Remembers where to go on. */
export async function writeCursor(database: Database, cursor: VoyageCursor): Promise<void> {
  await keepState(database, cursorKey, cursor);
}

/** A fused shipment whose legs may be watched. */
export type WatchedShipment = {
  subscription_id: number;
  tenant_id: number;
  ended: boolean;
  content: ShipmentContent;
};

/** Which transactions have ended. */
export async function readSnapshot(database: Database): Promise<string> {
  const { rows } = await database.execute<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
  return itemAt(rows, 0).snapshot;
}

/** How many transactions a row is younger than the oldest one that had not ended in the snapshot `$2`; of an older one nearly all there are. */
const younger = '((c.xmin::text::int8 - pg_snapshot_xmin($2::pg_snapshot)::text::int8) & 4294967295)';

/** Changes that were looked at: the shipments they are of, the newest of them, and whether there may be more. */
type ChangedShipments = { shipments: WatchedShipment[]; last: number; more: boolean };

/**
 * Shipments that changed since. Changes become visible in another order than they are numbered: those of transactions that had not
 * ended at the last look are looked for among so many before the cursor.
 */
export async function listChangedShipments(
  database: Database,
  { shipmentChange, snapshot }: VoyageCursor,
  { overlap, limit }: { overlap: number; limit: number },
): Promise<ChangedShipments> {
  const { rows } = await database.execute<{ id: number; shipment_id: number; tenant_id: number }>(
    `select c.id, c.shipment_id, c.tenant_id from shipment_change c where c.id > $1::bigint - $3::bigint and c.id <= $1
       and ${younger} < 2147483648
       and not pg_visible_in_snapshot((pg_snapshot_xmin($2::pg_snapshot)::text::int8 + ${younger})::text::xid8, $2::pg_snapshot)
     union all (select id, shipment_id, tenant_id from shipment_change where id > $1 order by id limit $4::bigint)`,
    [shipmentChange, snapshot ?? null, overlap, limit],
  );
  const shipments = await database.execute<WatchedShipment>(
    `select s.subscription_id, s.tenant_id, s.ended, s.content
     from shipment s join subscription o on o.id = s.subscription_id and o.tenant_id = s.tenant_id and o.mode in ('sea', 'domestic')
     where s.id = any($1) and s.tenant_id = any($2) and s.fused and s.content is not null order by s.id`,
    [[...new Set(rows.map(({ shipment_id: id }) => id))], tenantsOf(rows)],
  );
  return {
    shipments: shipments.rows,
    last: rows.reduce((last, { id }) => Math.max(last, id), shipmentChange),
    more: rows.filter(({ id }) => id > shipmentChange).length >= limit,
  };
}

/** MMSI by IMO number and by name, from master data and from what vessels say themselves; ambiguous names are left out. */
export async function findMmsis(
  database: Database,
  imos: readonly string[],
  names: readonly string[],
): Promise<{ byImo: Map<string, number>; byName: Map<string, number> }> {
  const { rows } = await database.execute<{ imo: string | null; name: string | null; mmsi: number }>(
    `select imo, name, mmsi::int as mmsi from md_vessel
     where mmsi ~ '^[0-9]{9}$' and (imo = any($1) or name = any($2))
     union all select imo, name, mmsi from ais_vessel where imo = any($1) or name = any($2)`,
    [imos, names],
  );
  const byImo = new Map<string, number>();
  const named = new Map<string, Set<number>>();
  for (const { imo, name, mmsi } of rows) {
    if (imo !== null && !byImo.has(imo)) byImo.set(imo, mmsi);
    if (name === null) continue;
    const known = named.get(name);
    if (known === undefined) named.set(name, new Set([mmsi]));
    else known.add(mmsi);
  }
  const byName = new Map<string, number>();
  for (const [name, [only, ...others]] of named) if (only !== undefined && others.length === 0) byName.set(name, only);
  return { byImo, byName };
}

/** The leg of a watch as it was shown. */
export type WatchedLeg = Pick<
  LegContent,
  'sequence' | 'portOfLoading' | 'portOfDischarge' | 'etd' | 'atd' | 'eta' | 'ata'
>;

/** A leg with a vessel whose positions are looked at. */
export type Watch = {
  subscription_id: number;
  sequence: number;
  tenant_id: number;
  mmsi: number;
  vessel_name: string | null;
  from_port: string;
  to_port: string;
  leg: WatchedLeg;
  state: 'waiting' | 'loading' | 'underway' | 'arrived';
  departed_at: Instant | null;
};

/** Replaces the watches of subscriptions; what is known of a leg that stays the same is kept. */
export async function replaceWatches(
  database: Database,
  subscriptionIds: readonly number[],
  watches: readonly Omit<Watch, 'state' | 'departed_at'>[],
): Promise<void> {
  await database.execute(
    `delete from voyage_watch w where subscription_id = any($1) and not exists (
       select 1 from jsonb_to_recordset($2::jsonb) as r(subscription_id bigint, sequence smallint, mmsi int, from_port text, to_port text)
       where r.subscription_id = w.subscription_id and r.sequence = w.sequence and r.mmsi = w.mmsi
         and r.from_port = w.from_port and r.to_port = w.to_port)`,
    [subscriptionIds, JSON.stringify(watches)],
  );
  if (watches.length === 0) return;
  await database.execute(
    `insert into voyage_watch (subscription_id, sequence, tenant_id, mmsi, vessel_name, from_port, to_port, leg, state)
     select r.subscription_id, r.sequence, r.tenant_id, r.mmsi, r.vessel_name, r.from_port, r.to_port, r.leg, 'waiting'
     from jsonb_to_recordset($1::jsonb) as r(subscription_id bigint, sequence smallint, tenant_id bigint, mmsi int, vessel_name text,
       from_port text, to_port text, leg jsonb)
     on conflict (subscription_id, sequence, tenant_id) do update set leg = excluded.leg, vessel_name = excluded.vessel_name`,
    [JSON.stringify(watches)],
  );
}

/** All watches of subscriptions, in the order of legs. */
export async function listWatches(database: Database, subscriptionIds: readonly number[]): Promise<Watch[]> {
  const { rows } = await database.execute<Watch>(
    `select subscription_id, sequence, tenant_id, mmsi, vessel_name, from_port, to_port, leg, state, departed_at
     from voyage_watch where subscription_id = any($1) order by subscription_id, sequence`,
    [subscriptionIds],
  );
  return rows;
}

/** Vessels whose stays changed since, and how far was looked. */
export async function listMovedVessels(
  database: Database,
  after: number,
  limit: number,
): Promise<{ mmsis: number[]; last: number }> {
  const { rows } = await database.execute<{ mmsi: number; change_no: number }>(
    'select mmsi, change_no from port_visit where change_no > $1 order by change_no limit $2',
    [after, limit],
  );
  return { mmsis: [...new Set(rows.map(({ mmsi }) => mmsi))], last: rows.at(-1)?.change_no ?? after };
}

/** Subscriptions whose legs are carried by vessels. */
export async function listSubscriptionsOn(database: Database, mmsis: readonly number[]): Promise<number[]> {
  const { rows } = await database.execute<{ subscription_id: number }>(
    `select distinct w.subscription_id from voyage_watch w join subscription s on s.id = w.subscription_id
     where w.mmsi = any($1) and not s.ended`,
    [mmsis],
  );
  return rows.map((row) => row.subscription_id);
}

/** Stays of vessels since a moment, oldest first. */
export async function listVisits(
  database: Database,
  mmsis: readonly number[],
  since: Instant,
): Promise<Map<number, ObservedPortCall[]>> {
  const { rows } = await database.execute<{ mmsi: number } & ObservedPortCall>(
    `select mmsi, port_code as "portCode", arrived_at as "arrivedAt", departed_at as "departedAt", arrived_after as "arrivedAfter",
       departed_before as "departedBefore"
     from port_visit where mmsi = any($1) and arrived_at > $2 order by mmsi, arrived_at`,
    [mmsis, new Date(since)],
  );
  const visits = new Map<number, ObservedPortCall[]>();
  for (const { mmsi, ...visit } of rows) {
    const list = visits.get(mmsi) ?? [];
    list.push(visit);
    visits.set(mmsi, list);
  }
  return visits;
}

/** Writes where watched legs stand. */
export async function updateWatchStates(
  database: Database,
  states: readonly Pick<Watch, 'subscription_id' | 'sequence' | 'state' | 'departed_at'>[],
): Promise<void> {
  if (states.length === 0) return;
  await database.execute(
    `update voyage_watch w set state = r.state, departed_at = to_timestamp(r.departed_at / 1000.0),
       prediction = case when r.state = 'underway' then w.prediction end,
       predicted_at = case when r.state = 'underway' then w.predicted_at end
     from jsonb_to_recordset($1::jsonb) as r(subscription_id bigint, sequence smallint, state text, departed_at float8)
     where w.subscription_id = r.subscription_id and w.sequence = r.sequence`,
    [JSON.stringify(states)],
  );
}

/** Keeps only reports that differ from the last one of their subscription; gives those. */
export async function keepNewReports<R extends { subscriptionId: number; tenantId: number; hash: string }>(
  database: Database,
  reports: readonly R[],
): Promise<R[]> {
  if (reports.length === 0) return [];
  const { rows } = await database.execute<{ subscription_id: number }>(
    `insert into voyage_report (subscription_id, tenant_id, hash)
     select r."subscriptionId", r."tenantId", r.hash from jsonb_to_recordset($1::jsonb) as r("subscriptionId" bigint, "tenantId" bigint, hash text)
     on conflict (subscription_id, tenant_id) do update set hash = excluded.hash where voyage_report.hash <> excluded.hash
     returning subscription_id`,
    [JSON.stringify(reports.map(({ subscriptionId, tenantId, hash }) => ({ subscriptionId, tenantId, hash })))],
  );
  const fresh = new Set(rows.map((row) => row.subscription_id));
  return reports.filter(({ subscriptionId }) => fresh.has(subscriptionId));
}

/** The source that positions are reported under; made when it is first needed. */
export async function ensureAisSource(database: Database): Promise<number> {
  await database.execute(
    `insert into source (code, protocol, source_type, channel, name_cn, name_en, base_url, asked)
     values ('ais', 'ais', 'AIS', 'SHIPPING_TRACKING', '船舶 AIS 位置', 'AIS positions', '', false) on conflict (code) do nothing`,
  );
  const { id } = await database.system
    .selectFrom('source')
    .select('id')
    .where('code', '=', 'ais')
    .executeTakeFirstOrThrow();
  return id;
}

/** The targets of positions for subscriptions; never asked, only reported. */
export async function ensureTargets(
  database: Database,
  sourceId: number,
  subscriptions: readonly { subscriptionId: number; tenantId: number }[],
): Promise<Map<number, number>> {
  await database.execute(
    `insert into subscription_source (tenant_id, subscription_id, source_id)
     select r."tenantId", r."subscriptionId", $2 from jsonb_to_recordset($1::jsonb) as r("tenantId" bigint, "subscriptionId" bigint)
     on conflict do nothing`,
    [JSON.stringify(subscriptions), sourceId],
  );
  const { rows } = await database.execute<{ id: number; subscription_id: number }>(
    `select id, subscription_id from subscription_source
     where source_id = $1 and subscription_id = any($2) and tenant_id = any($3)`,
    [sourceId, subscriptions.map(({ subscriptionId }) => subscriptionId), tenantsOf(subscriptions)],
  );
  return new Map(rows.map((row) => [row.subscription_id, row.id]));
}

/** A prediction as it is kept with a watch. */
export type StoredPrediction = EtaPrediction & { knownAt: Instant };

/** A voyage under way whose arrival is to be predicted again. */
export type DueVoyage = {
  mmsi: number;
  from_port: string;
  to_port: string;
  departed_at: Instant;
  fix_at: Instant;
  lon: number;
  lat: number;
  course: number | null;
  /** The earliest arrival that a carrier tells of her at the moment. */
  told: Instant | null;
};

/** Voyages whose vessel has a newer position than the last prediction, by at least so long. */
export async function listDueVoyages(database: Database, everyMs: number, limit: number): Promise<DueVoyage[]> {
  const { rows } = await database.execute<DueVoyage>(
    `select w.mmsi, w.from_port, w.to_port, w.departed_at, v.fix_at, v.lon, v.lat, v.course, w.told
     from (select mmsi, from_port, to_port, departed_at,
        min(coalesce(predicted_at, '-infinity')) as predicted_at, min((leg->>'eta')::float8) as told
        from voyage_watch where state = 'underway' and departed_at is not null group by 1, 2, 3, 4) w
     join ais_vessel v on v.mmsi = w.mmsi
     where v.fix_at is not null and v.lon is not null and v.lat is not null and v.fix_at - $1::float8 * interval '1 millisecond' >= w.predicted_at and v.fix_at > w.departed_at
     order by w.predicted_at limit $2`,
    [everyMs, limit],
  );
  return rows;
}

/** Writes predictions (null: nothing can be stated) to all watches of the same voyage, and keeps them for judging now and then. */
export async function writePredictions(
  database: Database,
  predictions: readonly { voyage: DueVoyage; prediction: StoredPrediction | null }[],
  keptEveryMs: number,
): Promise<void> {
  if (predictions.length === 0) return;
  const rows = JSON.stringify(
    predictions.map(({ voyage, prediction }) => ({
      mmsi: voyage.mmsi,
      from_port: voyage.from_port,
      to_port: voyage.to_port,
      departed_at: voyage.departed_at,
      at: voyage.fix_at,
      eta: prediction?.eta,
      low: prediction?.low,
      told: voyage.told,
      says_late:
        prediction !== null && voyage.told !== null && statesLate(prediction, voyage.told, lateArrivalDefaults),
      basis: prediction?.basis,
      prediction,
    })),
  );
  await database.execute(
    `update voyage_watch w set prediction = r.prediction, predicted_at = to_timestamp(r.at / 1000.0)
     from jsonb_to_recordset($1::jsonb) as r(mmsi int, from_port text, to_port text, departed_at float8, at float8, prediction jsonb)
     where w.mmsi = r.mmsi and w.from_port = r.from_port and w.to_port = r.to_port and w.state = 'underway'
       and w.departed_at = to_timestamp(r.departed_at / 1000.0)`,
    [rows],
  );
  await database.execute(
    `insert into eta_prediction (mmsi, from_port, to_port, departed_at, at, eta, basis, low, told, says_late)
     select r.mmsi, r.from_port, r.to_port, to_timestamp(r.departed_at / 1000.0), to_timestamp(r.at / 1000.0),
       to_timestamp(r.eta / 1000.0), r.basis, to_timestamp(r.low / 1000.0), to_timestamp(r.told / 1000.0), r.says_late
     from jsonb_to_recordset($1::jsonb) as r(mmsi int, from_port text, to_port text, departed_at float8, at float8, eta float8,
       basis text, low float8, told float8, says_late boolean)
     where r.eta is not null and not exists (select 1 from eta_prediction p where p.mmsi = r.mmsi and p.from_port = r.from_port and p.to_port = r.to_port
       and p.at > to_timestamp((r.at - $2) / 1000.0))
     on conflict do nothing`,
    [rows, keptEveryMs],
  );
}

import type { FusionChange } from '#domain/exceptions/replay/shown-shipment.ts';
import { makeTrack, trackFormat } from '#domain/exceptions/replay/track.ts';
import type { TrackText } from '#domain/exceptions/replay/track.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** The last change of shipment `b`, as SQL. */
export const lastChange = '(select max(c.id) from shipment_change c where c.shipment_id = b.id and c.tenant_id = b.tenant_id)';

type ChangesRow = { shipment_id: number; tenant_id: number; change_id: number; known: string };

// Changes of one shipment as one text: read as they were written, and parsed once.
const changesText = `
  select shipment_id, min(tenant_id) as tenant_id, max(id) as change_id,
    '[' || string_agg('[' || (extract(epoch from known_at) * 1000)::bigint || ',' || changes::text || case when corrected then ',true]' else ']' end, ',' order by id) || ']' as known
  from shipment_change where shipment_id = any($1) group by shipment_id`;

const parseChanges = (known: string): FusionChange[] =>
  (JSON.parse(known) as [Instant, FusionChange['changes'], true?][]).map(([knownAt, changes, corrected]) => ({
    knownAt,
    changes,
    ...(corrected === true && { corrected }),
  }));

const listChanges = async (database: Database, shipmentIds: readonly number[]): Promise<ChangesRow[]> =>
  shipmentIds.length === 0 ? [] : database.query<ChangesRow>(changesText, [shipmentIds]);

/** Every change of shipments, oldest first, by shipment. */
export const readChanges = async (
  database: Database,
  shipmentIds: readonly number[],
): Promise<Map<number, FusionChange[]>> =>
  new Map((await listChanges(database, shipmentIds)).map((row) => [row.shipment_id, parseChanges(row.known)]));

/** Rebuilds the tracks of shipments and stores them; one that somebody else has brought further stays. */
export async function makeTracks(database: Database, shipmentIds: readonly number[]): Promise<Map<number, TrackText>> {
  const rows = await listChanges(database, shipmentIds);
  if (rows.length === 0) return new Map();
  const tracks = rows.map((row): [number, TrackText] => [row.shipment_id, makeTrack(parseChanges(row.known))]);
  await database.execute(
    `insert into shipment_track (shipment_id, tenant_id, change_id, format, track)
     select n.shipment_id, n.tenant_id, n.change_id, $4, n.track
     from unnest($1::bigint[], $2::bigint[], $3::text[], $5::bigint[]) as n(shipment_id, change_id, track, tenant_id)
     join shipment b on b.id = n.shipment_id and b.tenant_id = n.tenant_id order by n.shipment_id
     on conflict (shipment_id, tenant_id) do update set change_id = excluded.change_id, format = excluded.format, track = excluded.track
     where shipment_track.change_id < excluded.change_id or shipment_track.format <> excluded.format`,
    [
      rows.map((row) => row.shipment_id),
      rows.map((row) => row.change_id),
      tracks.map(([, track]) => track),
      trackFormat,
      rows.map((row) => row.tenant_id),
    ],
  );
  return new Map(tracks);
}

const changesAtOnce = 2_000;
const shipmentsAtOnce = 250;
/** Changes are numbered before they are committed: so many are looked at once more. */
const lateChanges = 10_000;

/**
 * Brings the tracks of shipments that have changed since the last time up to date, so that trials need not; at most some
 * thousand changes. True when nothing is left to do.
 */
export async function bringTracksUpToDate(database: Database, maxChanges = 20_000): Promise<boolean> {
  const [progress] = await database.query<{ change_id: number }>('select change_id from shipment_track_progress');
  let after = Math.max(0, (progress?.change_id ?? 0) - lateChanges);
  for (let taken = 0; taken < maxChanges + lateChanges; taken += changesAtOnce) {
    const [page] = await database.query<{ behind: number[] | null; last: number | null; count: number }>(
      `with page as materialized (select id, shipment_id, tenant_id from shipment_change where id > $1 order by id limit $2)
       select (select max(id) from page) as last, (select count(*)::int from page) as count,
         (select json_agg(p.shipment_id order by p.shipment_id) from (select shipment_id, tenant_id, max(id) as id from page group by 1, 2) p
          left join shipment_track t on t.shipment_id = p.shipment_id and t.tenant_id = p.tenant_id and t.format = $3 and t.change_id >= p.id
          where t.shipment_id is null) as behind`,
      [after, changesAtOnce, trackFormat],
    );
    if (page?.last == null) return true;
    const behind = page.behind ?? [];
    for (let at = 0; at < behind.length; at += shipmentsAtOnce)
      await makeTracks(database, behind.slice(at, at + shipmentsAtOnce));
    after = page.last;
    await database.execute(
      `insert into shipment_track_progress (change_id) values ($1)
       on conflict (only_row) do update set change_id = greatest(shipment_track_progress.change_id, excluded.change_id)`,
      [after],
    );
    if (page.count < changesAtOnce) return true;
  }
  return false;
}

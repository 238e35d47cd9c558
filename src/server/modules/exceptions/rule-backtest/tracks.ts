import type { FusionChange } from '#domain/exceptions/replay/shown-shipment.ts';
import { makeTrack, trackFormat } from '#domain/exceptions/replay/track.ts';
import type { TrackText } from '#domain/exceptions/replay/track.ts';
import { unpackHistory } from '#server/modules/tracking/shipment/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** The last change of shipment `b`, as SQL. */
export const lastChange =
  '(select max(c.id) from shipment_change c where c.shipment_id = b.id and c.tenant_id = b.tenant_id)';

type ChangeRow = {
  id: number;
  shipment_id: number;
  tenant_id: number;
  known_at: Instant;
  packed: Buffer | null;
  plain: FusionChange['changes'] | null;
  corrected: boolean;
};

const toChange = ({ known_at: knownAt, corrected, ...row }: ChangeRow): FusionChange => ({
  knownAt,
  changes: unpackHistory(row),
  ...(corrected && { corrected }),
});

/** The changes of shipments, oldest first, by shipment. */
async function listChanges(database: Database, shipmentIds: readonly number[]): Promise<Map<number, ChangeRow[]>> {
  if (shipmentIds.length === 0) return new Map();
  const rows = await database.query<ChangeRow>(
    `select id, shipment_id, tenant_id, known_at, packed, changes as plain, corrected from shipment_change
     where shipment_id = any($1) order by shipment_id, id`,
    [shipmentIds],
  );
  return Map.groupBy(rows, (row) => row.shipment_id);
}

/** Every change of shipments, oldest first, by shipment. */
export const readChanges = async (
  database: Database,
  shipmentIds: readonly number[],
): Promise<Map<number, FusionChange[]>> =>
  new Map(Array.from(await listChanges(database, shipmentIds), ([id, rows]) => [id, rows.map(toChange)]));

/** Rebuilds the tracks of shipments and stores them; one that somebody else has brought further stays. */
export async function makeTracks(database: Database, shipmentIds: readonly number[]): Promise<Map<number, TrackText>> {
  const found = [...(await listChanges(database, shipmentIds))];
  if (found.length === 0) return new Map();
  const tracks = found.map(([id, rows]): [number, TrackText] => [id, makeTrack(rows.map(toChange))]);
  await database.execute(
    `insert into shipment_track (shipment_id, tenant_id, change_id, format, track)
     select n.shipment_id, n.tenant_id, n.change_id, $4, n.track
     from unnest($1::bigint[], $2::bigint[], $3::text[], $5::bigint[]) as n(shipment_id, change_id, track, tenant_id)
     join shipment b on b.id = n.shipment_id and b.tenant_id = n.tenant_id order by n.shipment_id
     on conflict (shipment_id, tenant_id) do update set change_id = excluded.change_id, format = excluded.format, track = excluded.track
     where shipment_track.change_id < excluded.change_id or shipment_track.format <> excluded.format`,
    [
      found.map(([id]) => id),
      found.map(([, rows]) => rows.at(-1)?.id ?? 0),
      tracks.map(([, track]) => track),
      trackFormat,
      found.map(([, rows]) => rows[0]?.tenant_id ?? 0),
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

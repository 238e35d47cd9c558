import type { Database } from '#server/platform/db/database.ts';

/** Batches that are kept; who has not looked for longer reads all vessels. */
const places = 1024;

/** Up to where somebody has read what changed. */
export type VesselNewsCursor = number;

/** Says in the transaction of a batch which vessels it changed. Only one process at a time writes vessels, so that numbers come in order. */
export async function notifyVesselNews(database: Database, mmsis: readonly number[]): Promise<void> {
  if (mmsis.length === 0) return;
  await database.execute(
    `insert into ais_vessel_news (place, change_no, mmsis)
     select n % $2::int, n, $1::int[] from nextval('ais_vessel_news_no') n
     on conflict (place) do update set change_no = excluded.change_no, mmsis = excluded.mmsis`,
    [mmsis, places],
  );
}

/** Vessels that changed since a cursor; `null` stands for all: at first, and when what came after the cursor is no longer kept. */
export async function readVesselNews(
  database: Database,
  since: VesselNewsCursor | undefined,
): Promise<{ cursor: VesselNewsCursor; mmsis: number[] | null }> {
  if (since === undefined) {
    const [row] = await database.query<{ newest: number | null }>(
      'select max(change_no) as newest from ais_vessel_news',
    );
    return { cursor: row?.newest ?? 0, mmsis: null };
  }
  const rows = await database.query<{ change_no: number; mmsis: number[] }>(
    'select change_no, mmsis from ais_vessel_news where change_no > $1',
    [since],
  );
  const cursor = rows.reduce((newest, row) => Math.max(newest, row.change_no), since);
  return { cursor, mmsis: cursor - since >= places ? null : [...new Set(rows.flatMap(({ mmsis }) => mmsis))] };
}

import { z } from 'zod';
import type { Database } from '#server/platform/db/database.ts';
import { json } from '#server/platform/db/json.ts';
import { type IdStatement, sheetCell, type SheetCell } from '#server/platform/sheet/index.ts';

/** Rows read and written at a time. */
export const PART_ROWS = 1000;

const keptCells = z.array(z.array(sheetCell));

/** Keeps which rows of a table are wanted, in their order; gives how many. */
export async function keepIds(database: Database, runId: number, wanted: IdStatement): Promise<number> {
  const own = wanted.parameters.length;
  const { rows } = await database.execute<{ n: number }>(
    `with kept as (
       insert into run_row_part (run_id, part_no, ids)
       select $${own + 1}::bigint, ((place - 1) / ${PART_ROWS})::int, array_agg(id order by place)
       from (select id, row_number() over () as place from (${wanted.sql}) wanted) numbered group by 2
       on conflict do nothing returning ids)
     select coalesce(sum(cardinality(ids)), 0)::int as n from kept`,
    [...wanted.parameters, runId],
  );
  return rows[0]?.n ?? 0;
}

/** Keeps the cells of a part in place of the ids of its rows. */
export const keepCells = (
  database: Database,
  runId: number,
  partNo: number,
  rows: readonly (readonly SheetCell[])[],
): Promise<unknown> =>
  database.execute('update run_row_part set ids = null, cells = $3::jsonb where run_id = $1 and part_no = $2', [
    runId,
    partNo,
    json(rows),
  ]);

/** Rows of one part: by their ids, or their cells; throws when they are gone. */
export async function readRowPart(
  database: Database,
  runId: number,
  partNo: number,
): Promise<readonly (number | SheetCell[])[]> {
  const [part] = await database.query<{ ids: number[] | null; cells: unknown }>(
    'select ids, cells from run_row_part where run_id = $1 and part_no = $2',
    [runId, partNo],
  );
  if (part === undefined) throw new Error(`part ${partNo} of the rows of run ${runId} is gone`);
  return part.ids?.map(Number) ?? keptCells.parse(part.cells);
}

/** Ids of several parts that follow each other; fewer at the end. */
export async function readIds(
  database: Database,
  runId: number,
  { from, count }: { from: number; count: number },
): Promise<number[]> {
  const first = Math.floor(from / PART_ROWS);
  const parts = await database.query<{ ids: number[] | null }>(
    'select ids from run_row_part where run_id = $1 and part_no between $2 and $3 order by part_no',
    [runId, first, Math.floor((from + count - 1) / PART_ROWS)],
  );
  const skipped = from - first * PART_ROWS;
  return parts.flatMap(({ ids }) => ids?.map(Number) ?? []).slice(skipped, skipped + count);
}

/** Adds a piece to the file of a run. */
export const addFilePart = (database: Database, runId: number, partNo: number, body: Buffer): Promise<unknown> =>
  database.execute('insert into run_file_part (run_id, part_no, body) values ($1, $2, $3)', [runId, partNo, body]);

/** Removes what says which rows a run goes through. */
export const dropRows = (database: Database, runId: number): Promise<unknown> =>
  database.execute('delete from run_row_part where run_id = $1', [runId]);

/** Removes what a run has written. */
export const dropFile = (database: Database, runId: number): Promise<unknown> =>
  database.execute('delete from run_file_part where run_id = $1', [runId]);

/** Are the parts of a file from a part on still there? */
export async function hasFile(database: Database, runId: number, firstPart: number): Promise<boolean> {
  const rows = await database.query('select 1 from run_file_part where run_id = $1 and part_no = $2', [
    runId,
    firstPart,
  ]);
  return rows.length > 0;
}

/**
 * The bytes of a file, piece by piece, from a part on; throws when it is removed meanwhile, so that nobody takes half of it for all.
 */
export async function* readFile(
  database: Database,
  { runId, sizeBytes, firstPart = 0 }: { runId: number; sizeBytes: number; firstPart?: number },
): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let partNo = firstPart; sent < sizeBytes; partNo += 1) {
    const [part] = await database.query<{ body: Buffer }>(
      'select body from run_file_part where run_id = $1 and part_no = $2',
      [runId, partNo],
    );
    if (part === undefined) throw new Error(`the file of run ${runId} ends after ${sent} of ${sizeBytes} bytes`);
    sent += part.body.length;
    yield part.body;
  }
}

import type { Logger } from 'pino';
import {
  archiveForms,
  type ArchivedTable,
  type DividedTable,
  hashOfFile,
  readArchiveFile,
} from '#server/platform/archive/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { betweenWriters, emptyRange, listClosed, type RangeGroup } from '#server/platform/db/ranges.ts';
import type { Instant } from '#shared/time/instant.ts';
import { type ArchivedKey, type Bounds, isNearlyOver, splitKeys, writeRows } from './archive-rows.ts';

/** What archiving works with. */
export type ArchiveDeps = {
  database: Database;
  log: Logger;
  folder: string;
  /** Shipments that ended before it may leave the database. */
  cut: Instant;
  now: Instant;
  /** Ids whose rows are in one file. */
  span: number;
  /** False: somebody wants it to stop. */
  goOn: () => Promise<boolean>;
  noted: (step: ArchiveStep) => Promise<void>;
};

/** Where archiving stands in a range: files written, of so many. */
export type ArchiveStep = { tables: string; lowest: number; uppermost: number; done: number; total: number };

type FileRow = Bounds & {
  id: number;
  table_name: ArchivedTable;
  name: string;
  rows: number;
  sha256: Buffer;
  through_id: number;
  staying: number[];
};

/** Records whose contents are taken out in one statement. */
const recordsAtOnce = 500;
/** A range is archived once so many of its shipments are over; the others stay. */
const leastOver = 0.95;

type ArchivedGroup = RangeGroup & { of: ArchivedKey };

/** Tables whose rows leave with a range of the group. */
const dividedIn = ({ of }: ArchivedGroup): readonly DividedTable[] =>
  of === 'shipment' ? ['shipment_change', 'shipment_said'] : ['raw_answer'];
/** What files are written of for a range of the group. */
const archivedIn = (group: ArchivedGroup): readonly ArchivedTable[] =>
  group.of === 'shipment' ? dividedIn(group) : [...dividedIn(group), 'shipment_record'];

/** The last id that a table gave. */
async function lastRowId(database: Database, table: ArchivedTable): Promise<number> {
  const { rows } = await database.execute<{ last: number | null }>(
    `select pg_sequence_last_value(pg_get_serial_sequence($1, 'id')::regclass) as last`,
    [table === 'shipment_record' ? 'shipment' : table],
  );
  return rows[0]?.last ?? 0;
}

const isOfRows = (file: FileRow): file is FileRow & { table_name: DividedTable } =>
  file.table_name !== 'shipment_record';

/** Files that are written and whose rows are in the database still. */
const waitingFiles = (database: Database, tables: readonly string[], { lowest, uppermost }: Bounds) =>
  database.query<FileRow>(
    `select id, table_name, lowest, uppermost, name, rows, sha256, through_id, staying from archive_file
     where table_name = any($1) and taken_out_at is null and lowest >= $2 and uppermost <= $3 order by id`,
    [tables, lowest, uppermost],
  );

/** The last ids that tables gave, by table. */
type Throughs = ReadonlyMap<ArchivedTable, number>;

/** The last ids of the tables of a group, all rows up to which are committed; undefined when it has to be tried again. */
async function readThroughs(database: Database, group: ArchivedGroup): Promise<Throughs | undefined> {
  const throughs = new Map<ArchivedTable, number>();
  const isRead = await betweenWriters(database, group, async () => {
    for (const table of archivedIn(group)) throughs.set(table, await lastRowId(database, table));
  });
  return isRead ? throughs : undefined;
}

/** Writes the files of one part of a range that are not there yet. */
async function writePart(deps: ArchiveDeps, group: ArchivedGroup, part: Bounds, throughs: Throughs): Promise<void> {
  const { database, folder, cut, now } = deps;
  const written = new Set((await waitingFiles(database, archivedIn(group), part)).map((file) => file.table_name));
  const missing = archivedIn(group).filter((table) => !written.has(table));
  if (missing.length === 0) return;
  const { over, staying } = await splitKeys(database, group.of, part, cut);
  // A name that no file has that is read.
  const [earlier] = await database.query<{ n: number }>(
    `select coalesce(max(n), 0)::int as n from (select count(*) as n from archive_file
       where table_name = any($1) and lowest = $2 and taken_out_at is not null group by table_name) f`,
    [missing, part.lowest],
  );
  const file = `${String(part.lowest).padStart(12, '0')}-${String(part.uppermost).padStart(12, '0')}-${earlier?.n ?? 0}.parquet`;
  for (const table of missing) {
    const name = `${table}/${file}`;
    const { rows, bytes, sha256 } = await writeRows(database, table, { folder, name }, over);
    await database.execute(
      `insert into archive_file (table_name, lowest, uppermost, name, rows, bytes, sha256, through_id, staying, written_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [table, part.lowest, part.uppermost, name, rows, bytes, sha256, throughs.get(table), staying, new Date(now)],
    );
  }
  if (group.of === 'shipment') await writeRows(database, 'shipment', { folder, name: `shipment/${file}` }, over);
}

/** Whether a file is as it was written, and has every row that is to leave the database with it. */
async function isWhole({ database, folder }: ArchiveDeps, { key }: ArchivedGroup, file: FileRow): Promise<boolean> {
  const hash = await hashOfFile({ folder, name: file.name });
  if (hash === undefined || !hash.equals(file.sha256)) return false;
  // Of records only what is in the file leaves the database.
  if (!isOfRows(file)) return true;
  const { rows } = await database.execute<{ n: number }>(
    `select count(*) as n from ${file.table_name} where ${key} >= $1 and ${key} < $2 and id <= $3 and not ${key} = any($4)`,
    [file.lowest, file.uppermost, file.through_id, file.staying],
  );
  return (rows[0]?.n ?? Infinity) <= file.rows;
}

/**
 * Takes the contents of records that are in a file out of the database, but for those that were written since. The file counts from
 * then on; should this be ended on its way, what is left goes with the next file.
 */
async function takeContents({ database, folder, now }: ArchiveDeps, file: FileRow): Promise<void> {
  const { key } = archiveForms[file.table_name];
  const records = await readArchiveFile<{ id: number; record_version: number }>(
    { folder, name: file.name },
    { key, keys: null, columns: ['id', 'record_version'] },
  );
  await database.execute('update archive_file set taken_out_at = $1 where id = $2', [new Date(now), file.id]);
  for (let at = 0; at < records.length; at += recordsAtOnce) {
    const some = records.slice(at, at + recordsAtOnce);
    await database.transaction(async () => {
      // What somebody holds stays: it is being written or chosen.
      const free = await database.execute<{ id: number }>(
        `select s.id from unnest($1::bigint[], $2::int[]) as f(id, version)
         join shipment s on s.id = f.id and s.record_version = f.version and not s.fused for update of s skip locked`,
        [some.map(({ id }) => id), some.map(({ record_version: version }) => version)],
      );
      // What people show in place of what was fused stays. Read after the locks, since it may have been chosen shortly before them.
      await database.execute(
        `update shipment s set content = null where s.id = any($1)
           and not exists (select from subscription c where c.shipment_chosen and c.shipment_id = s.id)`,
        [free.rows.map(({ id }) => id)],
      );
    });
  }
}

/** Shipments (or subscriptions) with rows that came after the files were written. */
async function listChanged(
  database: Database,
  { key }: ArchivedGroup,
  files: readonly (Bounds & { table_name: DividedTable; through_id: number })[],
): Promise<number[]> {
  const changed: number[] = [];
  for (const file of files) {
    const { rows } = await database.execute<{ key: number }>(
      `select distinct ${key} as key from ${file.table_name} where ${key} >= $1 and ${key} < $2 and id > $3`,
      [file.lowest, file.uppermost, file.through_id],
    );
    changed.push(...rows.map((row) => row.key));
  }
  return changed;
}

/** Takes the rows that are in the files of a range out of the database. */
async function takeOut(deps: ArchiveDeps, group: ArchivedGroup, range: Bounds): Promise<boolean> {
  const { database, now, log } = deps;
  const files = await waitingFiles(database, archivedIn(group), range);
  for (const file of files) {
    if (await isWhole(deps, group, file)) continue;
    log.warn({ file: file.name }, 'a file of the archive is not whole and is written again');
    await database.execute('delete from archive_file where id = $1', [file.id]);
    return false;
  }
  const leaving: (FileRow & { table_name: DividedTable })[] = [];
  for (const file of files)
    if (isOfRows(file)) leaving.push(file);
    else await takeContents(deps, file);
  // Also rows that were written before and committed shortly before the tables were locked.
  const from = dividedIn(group).map((table) => ({
    ...range,
    table_name: table,
    through_id: Math.min(...leaving.filter((file) => file.table_name === table).map((file) => file.through_id)),
  }));
  return emptyRange(database, group, range.uppermost, {
    staying: async () => [
      ...new Set([...leaving.flatMap((file) => file.staying), ...(await listChanged(database, group, from))]),
    ],
    also: async () => {
      await database.execute('update archive_file set taken_out_at = $1 where id = any($2)', [
        new Date(now),
        leaving.map(({ id }) => id),
      ]);
    },
  });
}

async function archiveRange(deps: ArchiveDeps, group: ArchivedGroup, range: Bounds): Promise<boolean> {
  const parts: Bounds[] = [];
  for (let lowest = range.lowest; lowest < range.uppermost; lowest += deps.span)
    parts.push({ lowest, uppermost: Math.min(lowest + deps.span, range.uppermost) });
  const { lowest, uppermost } = range;
  const step = { tables: archivedIn(group).join(', '), lowest, uppermost, total: parts.length };
  const throughs = await readThroughs(deps.database, group);
  if (throughs === undefined) return false;
  for (const [done, part] of parts.entries()) {
    if (!(await deps.goOn())) return false;
    await deps.noted({ ...step, done });
    await writePart(deps, group, part, throughs);
  }
  if (!(await takeOut(deps, group, range))) return false;
  deps.log.info(step, 'a range of history went to the archive');
  return true;
}

/** Whether the rows of a group go to the archive. */
export const isArchived = (group: RangeGroup): group is ArchivedGroup => group.of !== 'job';

/** Archives the ranges of a group that are ready; false when something of it has to be tried again. */
export async function archiveGroup(deps: ArchiveDeps, group: ArchivedGroup): Promise<boolean> {
  for (const range of await listClosed(deps.database, group)) {
    if (!(await deps.goOn())) return true;
    const isReady = await isNearlyOver(deps.database, group.of, range, { cut: deps.cut, leastShare: leastOver });
    if (isReady && !(await archiveRange(deps, group, range))) return false;
  }
  return true;
}

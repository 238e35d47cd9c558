import type { Database } from '#server/platform/db/database.ts';
import { listRanges, rangeGroups } from '#server/platform/db/ranges.ts';
import { isPaused, type Progress, readProgress } from './progress.ts';

/** A range of a table: estimated rows, and bytes with indexes and long values. */
type RangeSize = { lowest: number | null; uppermost: number | null; rows: number; bytes: number };
/** What has left a table for the archive. */
type Archived = { files: number; rows: number; bytes: number };

/** How far history is divided and archived. */
export type ArchiveOverview = {
  paused: boolean;
  doing: Progress | null;
  /** Without ranges a table is not divided yet. */
  tables: { name: string; ranges: RangeSize[]; archived: Archived }[];
  /** Records of sources whose contents have left `shipment`. */
  records: Archived;
};

const archivedText = `select count(*)::int as files, coalesce(sum(rows), 0)::bigint as rows, coalesce(sum(bytes), 0)::bigint as bytes
  from archive_file where table_name = $1 and taken_out_at is not null`;

async function archivedOf(database: Database, table: string): Promise<Archived> {
  const [archived] = await database.query<Archived>(archivedText, [table]);
  return archived ?? { files: 0, rows: 0, bytes: 0 };
}

/** The ranges of all divided tables with their sizes, what is in the archive, and what is being done. */
export async function archiveOverview(database: Database): Promise<ArchiveOverview> {
  const tables: ArchiveOverview['tables'] = [];
  for (const { name } of rangeGroups.flatMap((group) => group.tables)) {
    const ranges: RangeSize[] = [];
    for (const { name: range, lowest, uppermost } of await listRanges(database, name)) {
      const [size] = await database.query<{ rows: number; bytes: number }>(
        `select greatest(reltuples, 0)::bigint as rows, pg_total_relation_size(oid) as bytes from pg_class where oid = $1::text::regclass`,
        [range],
      );
      ranges.push({ lowest, uppermost, rows: size?.rows ?? 0, bytes: size?.bytes ?? 0 });
    }
    tables.push({ name, ranges, archived: await archivedOf(database, name) });
  }
  const records = await archivedOf(database, 'shipment_record');
  return { paused: await isPaused(database), doing: await readProgress(database), tables, records };
}

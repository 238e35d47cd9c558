import type { Database } from '../db/database.ts';
import { StartupError } from '../errors/startup-error.ts';
import { readArchiveFile } from './archive-files.ts';
import { type ArchivedRows, type ArchivedTable, archiveForms } from './tables.ts';

export { hashOfFile, readArchiveFile, sizeOfFile, writeArchiveFile, type WrittenFile } from './archive-files.ts';
export { archiveForms, type ArchivedRows, type ArchivedTable, type DividedTable, shipmentForm } from './tables.ts';

/** Code of the error that a file of the archive cannot be read. */
export const ARCHIVE_AWAY = 'ARCHIVE_AWAY';

/** The files of the archive with rows of some keys, oldest first; those whose rows are in the database still are left out. */
const filesSql = `select distinct f.id, f.name from archive_file f join unnest($2::bigint[]) as k(id) on k.id >= f.lowest and k.id < f.uppermost
  where f.table_name = $1 and f.taken_out_at is not null order by f.id`;

/**
 * Rows of a table that have left the database, of the shipments (or subscriptions) `keys`, in the order of their ids, with `columns`. A row may be in the
 * database as well. Throws an error with the code ARCHIVE_AWAY when a file cannot be read.
 */
export async function readArchived<T extends ArchivedTable, C extends Exclude<keyof ArchivedRows[T], 'id'> & string>(
  database: Database,
  table: T,
  keys: readonly number[],
  columns: readonly C[],
): Promise<Pick<ArchivedRows[T], C | 'id'>[]> {
  const folder = database.archiveFolder;
  if (folder === null || keys.length === 0) return [];
  const files = await database.query<{ id: number; name: string }>(filesSql, [table, keys]);
  const wanted = new Set(keys);
  const rows = new Map<number, Pick<ArchivedRows[T], C | 'id'>>();
  for (const { name } of files) {
    const wantedOf = { key: archiveForms[table].key, keys: wanted, columns: ['id', ...columns] };
    const read = await readArchiveFile<Pick<ArchivedRows[T], C | 'id'>>({ folder, name }, wantedOf).catch(
      (error: unknown) => {
        throw Object.assign(new Error(`the file ${name} of the archive cannot be read`, { cause: error }), {
          code: ARCHIVE_AWAY,
        });
      },
    );
    for (const row of read) rows.set(row.id, row);
  }
  return [...rows.values()].toSorted((a, b) => a.id - b.id);
}

/** Rows of the database together with those of the archive, each once, in the order of their ids. */
export function withArchived<Row extends { id: number }>(stored: readonly Row[], archived: readonly Row[]): Row[] {
  if (archived.length === 0) return [...stored];
  const ids = new Set(stored.map(({ id }) => id));
  return [...stored, ...archived.filter(({ id }) => !ids.has(id))].toSorted((a, b) => a.id - b.id);
}

/** The files of the archive that are read: their rows are in the database no more. */
export const listArchiveFiles = (database: Database): Promise<{ name: string; bytes: number }[]> =>
  database.query('select name, bytes from archive_file where taken_out_at is not null order by id');

/** Throws StartupError where history has gone to an archive that this process is not given. */
export async function confirmArchive(database: Database): Promise<void> {
  if (database.archiveFolder !== null) return;
  if ((await database.query('select from archive_file where taken_out_at is not null limit 1')).length === 0) return;
  throw new StartupError(
    '部分历史已归档：请将 ARCHIVE_FOLDER 设为归档目录后再启动。',
    'Some of the history is in the archive: set ARCHIVE_FOLDER to its folder and start again.',
  );
}

import { useRef, useState } from 'react';
import { FileError, type FileTable, maxFileBytes } from '#shared/sheet/file-problem.ts';
import { readInWorker } from '#web/entity/import/read-in-worker.ts';
import { loadTexts, text } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { recallColumns, rememberColumns } from './column-memory.ts';
import { type FileRows, type ImportColumn, toRows } from '#domain/tracking/subscription/sheet-rows.ts';
import { IMPORT_MAX, type ImportRow, uncheckedRows } from './import-rows.ts';
import {
  type ColumnPlaces,
  fromHeadings,
  isTemplate,
  matchColumns,
} from '#domain/tracking/subscription/match-columns.ts';

/** A file whose rows are read by the places of its columns; `asked` = anyone who imports it has to look at these first. */
export type ImportSheet = { table: FileTable; places: ColumnPlaces; requested: boolean };

/** The rows of a file, or why they cannot be imported. */
function rowsOf({ table, places }: ImportSheet): FileRows | string {
  if (!places.has('blNo') && !places.has('ctnNo')) return text('exceptionSubscribe.import.noNumbers');
  const read = toRows(places, table, { yes: text('common.yes'), no: text('common.no') });
  if (read.rows.length === 0) return text('exceptionSubscribe.import.empty');
  if (read.rows.length <= IMPORT_MAX) return read;
  return text('exceptionSubscribe.import.tooMany', { count: String(read.rows.length), max: String(IMPORT_MAX) });
}

/** The file that is imported: its columns, how they are chosen, and why it is not taken; `onRows` gets its rows and tells how many more it made one with others. */
export function useImportSheet(onRows: (rows: readonly ImportRow[], folds: boolean) => Promise<number>) {
  // Why the last file was not taken.
  const [problem, setProblem] = useState<string>();
  const [sheet, setSheet] = useState<ImportSheet>();
  const [merged, setMerged] = useState(0);
  /** The save of chosen columns: the next file is read once it is done. */
  const remembering = useRef<Promise<void>>(Promise.resolve());
  /** Takes the rows of a file by its columns, or says why it cannot. */
  const take = async (wanted: ImportSheet): Promise<void> => {
    const read = rowsOf(wanted);
    setProblem(typeof read === 'string' ? read : undefined);
    setSheet({ ...wanted, requested: typeof read === 'string' });
    if (typeof read === 'string') return;
    setMerged(read.merged);
    setMerged(read.merged + (await onRows(uncheckedRows(read.rows), read.folds)));
  };
  /** Reads a file; true = its columns have to be looked at before it has rows. */
  const open = async (file: File): Promise<boolean> => {
    setProblem(undefined);
    setSheet(undefined);
    try {
      const table = fromHeadings(await readInWorker(file));
      await remembering.current;
      const remembered = await recallColumns(table);
      const places = remembered ?? matchColumns(table);
      const known = remembered !== undefined || isTemplate(places);
      if (known) await take({ table, places, requested: false });
      else setSheet({ table, places, requested: true });
      return !known;
    } catch (error) {
      setProblem(await fileProblemText(error));
      return false;
    }
  };
  /** Takes the file by the columns that were looked at, and remembers them for the next one like it. */
  const takeColumns = async (): Promise<void> => {
    if (sheet === undefined) return;
    // The rows can be imported without it: only the next file is asked about again if it fails.
    remembering.current = rememberColumns(sheet.table, sheet.places).catch((error: unknown) =>
      toast.failure(error, text('exceptionSubscribe.import.notRemembered')),
    );
    await take(sheet);
  };
  return {
    problem,
    sheet,
    merged,
    open,
    takeColumns,
    askColumns: () => setSheet((current) => current && { ...current, requested: true }),
    chooseColumn: (column: ImportColumn, place: number | undefined) =>
      setSheet((current) => {
        if (current === undefined) return current;
        const others = [...current.places].filter(([name]) => name !== column);
        return { ...current, places: new Map(place === undefined ? others : [...others, [column, { place }]]) };
      }),
    leave: () => {
      setSheet(undefined);
      setMerged(0);
      setProblem(undefined);
    },
  };
}

/** Why a file cannot be read, in the words of all imports where the limit is not our own. */
async function fileProblemText(error: unknown): Promise<string> {
  if (!(error instanceof FileError)) return text('exceptionSubscribe.import.unreadable');
  const { problem, count } = error;
  if (problem === 'empty') return text('exceptionSubscribe.import.empty');
  if (problem === 'tooMany')
    return text('exceptionSubscribe.import.tooMany', { count: String(count), max: String(IMPORT_MAX) });
  await loadTexts(['entityImport']);
  return text(`entityImport.error.${problem}`, {
    size: String(maxFileBytes / 1_000_000),
    count: formatCount(count),
  });
}

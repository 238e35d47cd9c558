import { formatCount } from '#web/kit/value/format-value.ts';
import { useState } from 'react';
import { call, saveFile } from '#web/base/client.ts';
import { readInWorker } from '#web/entity/import/read-in-worker.ts';
import { FileError, type FileTable, maxFileBytes } from '#web/entity/import/file-problem.ts';
import { loadTexts, text, useT } from '#web/i18n/index.ts';
import { sheetOf } from '#web/kit/export/sheet-of.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { recallColumns, rememberColumns } from './column-memory.ts';
import {
  emptyRow,
  type FileRows,
  IMPORT_MAX,
  type ImportColumn,
  importColumns,
  type ImportRow,
  templateOf,
  toInput,
  toRows,
  withResults,
} from './import-rows.ts';
import { type ColumnPlaces, fromHeadings, isTemplate, matchColumns } from './match-columns.ts';

const CHUNK = 100;

/** Subscribes rows a piece at a time; what was refused, and all after a failure, is given back. */
async function sendInPieces(
  rows: readonly ImportRow[],
  onProgress: (done: number) => void,
): Promise<{ created: number; refused: ImportRow[] }> {
  const refused: ImportRow[] = [];
  let created = 0;
  let sent = 0;
  onProgress(sent);
  try {
    while (sent < rows.length) {
      const piece = rows.slice(sent, sent + CHUNK);
      const answer = await call('importSubscriptions', { rows: piece.map(toInput) });
      created += answer.created;
      refused.push(...withResults(piece, answer.results).filter((row) => row.errors.length > 0));
      sent += piece.length;
      onProgress(sent);
    }
  } catch (error) {
    toast.failure(error, text('exceptionSubscribe.failed'));
    refused.push(...rows.slice(sent));
  }
  return { created, refused };
}

/** The template as a sheet, to start from. */
async function saveTemplate(): Promise<void> {
  const titles = importColumns.map((column) => text(`exceptionSubscribe.import.${column}`));
  const csv = new Blob([templateOf(titles, text('common.yes'), text('common.no'))], { type: 'text/csv;charset=utf-8' });
  try {
    saveFile(await sheetOf(csv, text('exceptionSubscribe.sheet')), text('exceptionSubscribe.import.templateName'));
  } catch (error) {
    toast.failure(error, text('table.export.failed'));
  }
}

/** A file whose rows are read by the places of its columns; `asked` = whoever imports it has to look at these first. */
export type ImportSheet = { table: FileTable; places: ColumnPlaces; asked: boolean };

/** The rows of a file, or why they cannot be imported. */
function rowsOf({ table, places }: ImportSheet): FileRows | string {
  if (!places.has('blNo') && !places.has('ctnNo')) return text('exceptionSubscribe.import.noNumbers');
  const read = toRows(places, table, { yes: text('common.yes'), no: text('common.no') });
  if (read.rows.length === 0) return text('exceptionSubscribe.import.empty');
  if (read.rows.length <= IMPORT_MAX) return read;
  return text('exceptionSubscribe.import.tooMany', { count: String(read.rows.length), max: String(IMPORT_MAX) });
}

/** Rows to import: read from a file or typed, checked by the server, sent in pieces; what is wrong stays. */
export function useImportRows(onImported: () => void) {
  const t = useT();
  const [rows, setRows] = useState<readonly ImportRow[]>([]);
  const [busy, setBusy] = useState<'checking' | { done: number; total: number }>();
  // Why the last file was not taken.
  const [problem, setProblem] = useState<string>();
  const [sheet, setSheet] = useState<ImportSheet>();
  const [merged, setMerged] = useState(0);
  const check = async (wanted: readonly ImportRow[]): Promise<void> => {
    setBusy('checking');
    try {
      const { results } = await call('importSubscriptions', { rows: wanted.map(toInput), dryRun: 1 });
      setRows(withResults(wanted, results));
    } catch (error) {
      setRows(wanted);
      toast.failure(error, t('exceptionSubscribe.failed'));
    } finally {
      setBusy(undefined);
    }
  };
  /** Takes the rows of a file by its columns, or says why it cannot. */
  const take = async (wanted: ImportSheet): Promise<void> => {
    const read = rowsOf(wanted);
    setProblem(typeof read === 'string' ? read : undefined);
    setSheet({ ...wanted, asked: typeof read === 'string' });
    if (typeof read === 'string') return;
    setMerged(read.merged);
    await check(read.rows);
  };
  const readFile = async (file: File): Promise<void> => {
    setProblem(undefined);
    // What was typed or corrected is not lost without a question.
    const question = {
      title: t('exceptionSubscribe.import.replaceTitle', { count: rows.length }),
      content: t('exceptionSubscribe.import.replaceText'),
      danger: true,
    };
    if (rows.length > 0 && !(await confirm(question))) return;
    setBusy('checking');
    try {
      const table = fromHeadings(await readInWorker(file));
      const remembered = await recallColumns(table);
      const places = remembered ?? matchColumns(table);
      setRows([]);
      if (remembered !== undefined || isTemplate(places)) await take({ table, places, asked: false });
      else setSheet({ table, places, asked: true });
    } catch (error) {
      setProblem(await fileProblemText(error));
    } finally {
      setBusy(undefined);
    }
  };
  /** Takes the file by the columns that were looked at, and remembers them for the next one like it. */
  const takeColumns = async (): Promise<void> => {
    if (sheet === undefined) return;
    const remembering = rememberColumns(sheet.table, sheet.places);
    await take(sheet);
    // The rows are there without it: only the next file is asked about again.
    await remembering.catch((error: unknown) => toast.failure(error, t('exceptionSubscribe.import.notRemembered')));
  };
  /** Whether nothing is left to be corrected. */
  const send = async (): Promise<boolean> => {
    const fine = rows.filter((row) => row.checked && row.errors.length === 0);
    const { created, refused } = await sendInPieces(fine, (done) => setBusy({ done, total: fine.length }));
    const left = [...rows.filter((row) => !fine.includes(row)), ...refused].sort((a, b) => a.line - b.line);
    setRows(left);
    setBusy(undefined);
    if (created > 0) {
      toast.success(t('exceptionSubscribe.import.imported', { count: created }));
      onImported();
    }
    if (left.length > 0) toast.warn(t('exceptionSubscribe.import.left', { count: left.length }));
    return left.length === 0;
  };
  return {
    rows,
    busy,
    problem,
    sheet,
    merged,
    readFile,
    takeColumns,
    askColumns: () => {
      setRows([]);
      setSheet((current) => current && { ...current, asked: true });
    },
    chooseColumn: (column: ImportColumn, place: number | undefined) =>
      setSheet((current) => {
        if (current === undefined) return current;
        const others = [...current.places].filter(([name]) => name !== column);
        return { ...current, places: new Map(place === undefined ? others : [...others, [column, { place }]]) };
      }),
    send,
    check: () => check(rows),
    clear: () => {
      setRows([]);
      setSheet(undefined);
      setMerged(0);
      setProblem(undefined);
    },
    change: (line: number, values: Partial<ImportRow>) =>
      setRows((current) => current.map((row) => (row.line === line ? { ...row, ...values, checked: false } : row))),
    remove: (line: number) => setRows((current) => current.filter((row) => row.line !== line)),
    add: () => setRows((current) => [...current, emptyRow((current.at(-1)?.line ?? 1) + 1)]),
    saveTemplate: () => void saveTemplate(),
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

import { useState } from 'react';
import { call, saveFile } from '#web/base/client.ts';
import { text, useT } from '#web/i18n/index.ts';
import { sheetOf } from '#web/kit/export/sheet-of.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { importColumns } from '#domain/tracking/subscription/sheet-rows.ts';
import { emptyRow, foldBills, type ImportRow, templateOf, toInput, withResults } from './import-rows.ts';
import { useImportSheet } from './use-import-sheet.ts';

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

/** Rows to import: read from a file or typed, checked by the server, sent in pieces; what is wrong stays. */
export function useImportRows(onImported: () => void) {
  const t = useT();
  const [rows, setRows] = useState<readonly ImportRow[]>([]);
  const [busy, setBusy] = useState<'checking' | { done: number; total: number }>();
  /** Gives how many rows of bills were made one with others. */
  const check = async (wanted: readonly ImportRow[], folds = false): Promise<number> => {
    setBusy('checking');
    try {
      const { results } = await call('importSubscriptions', { rows: wanted.map(toInput), dryRun: 1 });
      const words = { yes: t('common.yes'), no: t('common.no') };
      const checked = folds ? foldBills(wanted, results, words) : withResults(wanted, results);
      setRows(checked);
      return wanted.length - checked.length;
    } catch (error) {
      setRows(wanted);
      toast.failure(error, t('exceptionSubscribe.failed'));
      return 0;
    } finally {
      setBusy(undefined);
    }
  };
  const { open, leave, ...ofSheet } = useImportSheet(check);
  const readFile = async (file: File): Promise<void> => {
    // What was typed or corrected is not lost without a question.
    const question = {
      title: t('exceptionSubscribe.import.replaceTitle', { count: rows.length }),
      content: t('exceptionSubscribe.import.replaceText'),
      danger: true,
    };
    if (rows.length > 0 && !(await confirm(question))) return;
    setBusy('checking');
    // A file that cannot be read replaces nothing.
    if (await open(file)) setRows([]);
    setBusy(undefined);
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
    ...ofSheet,
    readFile,
    askColumns: () => {
      setRows([]);
      ofSheet.askColumns();
    },
    send,
    check: () => check(rows),
    clear: () => {
      setRows([]);
      leave();
    },
    change: (line: number, values: Partial<ImportRow>) =>
      setRows((current) => current.map((row) => (row.line === line ? { ...row, ...values, checked: false } : row))),
    remove: (line: number) => setRows((current) => current.filter((row) => row.line !== line)),
    add: () => setRows((current) => [...current, emptyRow((current.at(-1)?.line ?? 1) + 1)]),
    saveTemplate: () => void saveTemplate(),
  };
}

import type { CallData } from '#contract/index.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { recogniseReferences } from '#domain/tracking/subscription/recognise-references.ts';
import { normalizeCode } from '#shared/text/normalize.ts';
import { recordOf } from '#shared/values/objects.ts';

/** Columns of an import, in the order of the template. */
export const importColumns = ['isBillNo', 'blNo', 'ctnNo', 'carrierCode', 'vesselName', 'voyage'] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Rows an import takes at a time. */
export const IMPORT_MAX = 1000;

type Result = CallData<'importSubscriptions'>['results'][number];

/** A row on screen: what stands in its cells, and what the server stated of it last. */
export type ImportRow = Record<ImportColumn, string> & {
  /** Row of the file, counted as a sheet does: the headings are row 1. */
  line: number;
  errors: Result['errors'];
  warnings: Result['warnings'];
  checked: boolean;
};

/** An empty row to type in. */
export const emptyRow = (line: number): ImportRow => ({
  line,
  isBillNo: '',
  blNo: '',
  ctnNo: '',
  carrierCode: '',
  vesselName: '',
  voyage: '',
  errors: [],
  warnings: [],
  checked: false,
});

/** What yes and no are called. */
export type YesNo = { readonly yes: string; readonly no: string };
/** Rows of a file, how many of it say no more than the bill of an earlier one, and whether more may turn out to. */
export type FileRows = { rows: ImportRow[]; merged: number; folds: boolean };

/** Name and voyage of a cell that has both: the voyage stands behind a stroke, or is the last word with a digit. */
function splitVoyage(text: string): [vessel: string, voyage: string] {
  const at = text.includes('/')
    ? text.lastIndexOf('/')
    : /\d/.test(text.slice(text.lastIndexOf(' ')))
      ? text.lastIndexOf(' ')
      : -1;
  // An error of the sheet is no ship.
  if (at < 0 || text.startsWith('#')) return [text, ''];
  return [
    text.slice(0, at).trim(),
    text
      .slice(at + 1)
      .replace(/^\s*v(?:oy)?[.:]\s*/i, '')
      .trim(),
  ];
}

/** A bill with the container where all rows of it have one only. */
function billOf(first: ImportRow, others: readonly ImportRow[]): ImportRow {
  const boxes = new Set([first, ...others].flatMap(({ ctnNo }) => (ctnNo === '' ? [] : [normalizeCode(ctnNo)])));
  return boxes.size > 1 ? { ...first, ctnNo: '' } : first;
}

/** One row for each bill. */
function mergeBills(rows: readonly ImportRow[], { yes }: YesNo): FileRows {
  const groups = Map.groupBy(rows, (row) =>
    row.isBillNo === yes && row.blNo !== '' ? `${normalizeCode(row.blNo)} ${row.carrierCode.toUpperCase()}` : row,
  );
  const kept = [...groups.values()].flatMap(([first, ...others]) => {
    return first === undefined ? [] : [billOf(first, others)];
  });
  return { rows: kept, merged: rows.length - kept.length, folds: true };
}

/**
 * Rows of a file by the places of its columns; rows without any text are left out. Where no column says what a row is, one with a
 * bill is followed by that, all rows of a bill once, and any other by its container.
 */
export function toRows(
  places: ReadonlyMap<ImportColumn, { readonly place: number }>,
  { rows, lines }: { readonly rows: readonly (readonly string[])[]; readonly lines: readonly number[] },
  words: YesNo,
): FileRows {
  const read = rows.flatMap((cells, index) => {
    const row = emptyRow(lines[index] ?? index + 2);
    for (const [column, { place }] of places) row[column] = (cells[place] ?? '').trim();
    if (places.has('voyage') && places.get('voyage')?.place === places.get('vesselName')?.place)
      [row.vesselName, row.voyage] = splitVoyage(row.vesselName);
    return importColumns.some((column) => row[column] !== '') ? [row] : [];
  });
  if (places.has('isBillNo')) return { rows: read, merged: 0, folds: false };
  const reported = read.map((row) => ({
    ...row,
    // One without any number lacks that of the bill, where the file has such a column.
    isBillNo: row.blNo !== '' || (row.ctnNo === '' && places.has('blNo')) ? words.yes : words.no,
    // What one bill covers is shown by the bill.
    ctnNo: row.blNo !== '' && recogniseReferences(row.ctnNo, []).length > 1 ? '' : row.ctnNo,
  }));
  return mergeBills(reported, words);
}

/** Puts what the server stated of rows beside them. */
export const withResults = (rows: readonly ImportRow[], results: readonly Result[]): ImportRow[] =>
  rows.map((row, index) => ({
    ...row,
    errors: results[index]?.errors ?? [],
    warnings: results[index]?.warnings ?? [],
    checked: true,
  }));

/**
 * Rows that the server has looked at, with those of one bill as one: a carrier may be written in several ways, which the server
 * knows to be the same. `results` are of these rows, in their order.
 */
export function foldBills(rows: readonly ImportRow[], results: readonly Result[], { yes }: YesNo): ImportRow[] {
  const firstOf = (index: number): number | undefined => {
    const { errors = [], repeats } = results[index] ?? {};
    // What is wrong with a row besides stays to be read.
    return repeats === undefined || errors.length > 1 || rows[index]?.isBillNo !== yes ? undefined : repeats - 1;
  };
  const repeating = Map.groupBy(
    [...rows.keys()].filter((index) => firstOf(index) !== undefined),
    firstOf,
  );
  return withResults(rows, results).flatMap((row, index) => {
    if (firstOf(index) !== undefined) return [];
    const others = (repeating.get(index) ?? []).flatMap((other) => rows[other] ?? []);
    return [billOf(row, others)];
  });
}

/** A row as the server takes it, with the number that its refusals name it by. */
export const toInput = (row: ImportRow): Record<ImportColumn, string> & { row: number } => ({
  ...recordOf(importColumns, (column) => row[column]),
  row: row.line,
});

/** The template: headings and two rows that show how, for a bill and for a container. */
export const templateOf = (titles: readonly string[], yes: string, no: string): string =>
  formatCsv(
    [[...titles], [yes, 'MERI123456789', '', 'MERI', '', ''], [no, '', 'CSQU3054383', 'MERI', 'AMBER TIDE', '101W']],
    { bom: true },
  );

import { normalizeCode } from '#shared/text/normalize.ts';
import { recogniseReferences } from './recognise-references.ts';

/** Columns of an import, in the order of the template. */
export const importColumns = ['isBillNo', 'blNo', 'ctnNo', 'carrierCode', 'vesselName', 'voyage'] as const;
export type ImportColumn = (typeof importColumns)[number];

/** A row of a file by the columns of an import; its number is counted as a sheet does: the headings are row 1. */
export type SheetRow = Record<ImportColumn, string> & { line: number };

const emptySheetRow = (line: number): SheetRow => ({
  line,
  isBillNo: '',
  blNo: '',
  ctnNo: '',
  carrierCode: '',
  vesselName: '',
  voyage: '',
});

/** What yes and no are called. */
export type YesNo = { readonly yes: string; readonly no: string };
/** Rows of a file, how many of it say no more than the bill of an earlier one, and whether more may turn out to. */
export type FileRows = { rows: SheetRow[]; merged: number; folds: boolean };

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
export function billOf<Row extends SheetRow>(first: Row, others: readonly SheetRow[]): Row {
  const containers = new Set([first, ...others].flatMap(({ ctnNo }) => (ctnNo === '' ? [] : [normalizeCode(ctnNo)])));
  return containers.size > 1 ? { ...first, ctnNo: '' } : first;
}

/** One row for each bill. */
function mergeBills(rows: readonly SheetRow[], { yes }: YesNo): FileRows {
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
    const row = emptySheetRow(lines[index] ?? index + 2);
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

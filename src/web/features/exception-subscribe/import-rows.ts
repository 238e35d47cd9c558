import type { CallData } from '#contract/index.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { recordOf } from '#shared/values/objects.ts';

/** Columns of an import, in the order of the template. */
export const importColumns = ['isBillNo', 'blNo', 'ctnNo', 'carrierCode', 'vesselName', 'voyage'] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Rows an import takes at a time. */
export const IMPORT_MAX = 1000;

type Result = CallData<'importSubscriptions'>['results'][number];

/** A row on screen: what stands in its cells, and what the server said of it last. */
export type ImportRow = Record<ImportColumn, string> & {
  /** Row of the file, counted as a sheet does: the headings are row 1. */
  line: number;
  errors: Result['errors'];
  warnings: Result['warnings'];
  checked: boolean;
};

const headings: Readonly<Record<ImportColumn, readonly string[]>> = {
  isBillNo: ['isbillno', '是否提单', '是否提单订阅', '提单订阅', '订阅类型', 'bybill', 'billsubscription', 'type'],
  blNo: ['blno', '提单号', '提单', 'billno', 'billoflading', 'billofladingno', 'bl'],
  ctnNo: ['ctnno', '箱号', '集装箱号', 'containerno', 'container', 'containernumber'],
  carrierCode: ['carriercode', '船公司', '船公司代码', '承运人', 'carrier'],
  vesselName: ['vesselname', '船名', 'vessel'],
  voyage: ['voyage', '航次', 'voyageno', 'voy'],
};

const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._*/:()（）-]+/g, '');

/** Which column of a file is which; headings are taken in Chinese and English. Missing required ones are named. */
export function readHeadings(row: readonly string[]): { places: Map<ImportColumn, number>; missing: ImportColumn[] } {
  const places = new Map<ImportColumn, number>();
  row.forEach((heading, place) => {
    const column = importColumns.find((name) => headings[name].includes(plain(heading)));
    if (column !== undefined && !places.has(column)) places.set(column, place);
  });
  const missing = (['isBillNo', 'carrierCode'] as const).filter((column) => !places.has(column));
  return { places, missing: [...missing, ...(places.has('blNo') || places.has('ctnNo') ? [] : (['blNo'] as const))] };
}

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

/** Rows of a file by its headings; rows without any text are left out. */
export function toRows(
  places: ReadonlyMap<ImportColumn, number>,
  rows: readonly (readonly string[])[],
  lines: readonly number[] = [],
): ImportRow[] {
  return rows.flatMap((cells, index) => {
    const row = emptyRow(lines[index] ?? index + 2);
    for (const [column, place] of places) row[column] = (cells[place] ?? '').trim();
    return importColumns.some((column) => row[column] !== '') ? [row] : [];
  });
}

/** Puts what the server said of rows beside them. */
export const withResults = (rows: readonly ImportRow[], results: readonly Result[]): ImportRow[] =>
  rows.map((row, index) => ({
    ...row,
    errors: results[index]?.errors ?? [],
    warnings: results[index]?.warnings ?? [],
    checked: true,
  }));

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

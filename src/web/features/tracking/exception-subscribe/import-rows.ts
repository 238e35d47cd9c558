import type { CallData } from '#contract/index.ts';
import { formatCsv } from '#shared/text/csv.ts';
import {
  billOf,
  type ImportColumn,
  importColumns,
  type SheetRow,
  type YesNo,
} from '#domain/tracking/subscription/sheet-rows.ts';
import { recordOf } from '#shared/values/objects.ts';

/** Rows an import takes at a time. */
export const IMPORT_MAX = 1000;

type Result = CallData<'importSubscriptions'>['results'][number];

/** A row on screen: what stands in its cells, and what the server stated of it last. */
export type ImportRow = SheetRow & {
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

/** Rows of a file that nobody has looked at yet. */
export const uncheckedRows = (rows: readonly SheetRow[]): ImportRow[] =>
  rows.map((row) => ({ ...row, errors: [], warnings: [], checked: false }));

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

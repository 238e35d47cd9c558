import { csvFile } from './csv-file.ts';
import { type ParquetColumn, parquetFile } from './parquet-file.ts';
import type { SheetFile, SheetState } from './sheet-file.ts';
import { xlsxFile } from './xlsx-file.ts';

export { escapeFormula } from '#shared/text/escape-formula.ts';
export { chosenColumns, foundRows, readAsCall } from './list-export.ts';
export type { IdStatement, ListExport, PreparedExport } from './list-export.ts';
export { type ParquetCell, type ParquetColumn, parquetFile } from './parquet-file.ts';
export { sheetCell, type SheetCell, sheetState, textOfCell } from './sheet-file.ts';

/** A file of a kind, from its begin or from where another one of the same titles and name came to. */
export function sheetFile(
  kind: SheetState['kind'],
  table: { titles: readonly string[]; name: string; parquet?: readonly ParquetColumn[] | undefined },
  from: SheetState | null,
): SheetFile {
  if (from !== null && from.kind !== kind)
    throw new Error(`a file that was begun as ${from.kind} cannot go on as ${kind}`);
  if (kind === 'csv') return csvFile(table.titles, from?.kind === 'csv' ? from : undefined);
  if (kind === 'parquet') {
    if (table.parquet === undefined) throw new Error(`the list ${table.name} has no types of columns`);
    return parquetFile(table.parquet, { from: from?.kind === 'parquet' ? from : undefined });
  }
  return xlsxFile(table.titles, table.name, from?.kind === 'xlsx' ? { from } : {});
}

export { csvFile } from './csv-file.ts';
export { escapeFormula } from '#shared/text/escape-formula.ts';
export type { SheetCell } from './sheet-file.ts';
export { chosenColumns, foundRows, readAsCall } from './list-export.ts';
export type { IdStatement, ListExport } from './list-export.ts';
export { xlsxFile } from './xlsx-file.ts';

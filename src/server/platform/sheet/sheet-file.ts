import { z } from 'zod';
import { parquetState } from './parquet-state.ts';
import { zipState } from './zip-file.ts';

/** A moment on the clocks that the heading names, as `yyyy-MM-dd HH:mm:ss`, or a day alone; a workbook has it as such. */
const sheetMoment = z.object({ moment: z.string() });
/** What a cell holds: a text, a number, a moment, or nothing. */
export const sheetCell = z.union([z.string(), z.number(), sheetMoment, z.null()]);
/** What a cell holds: a text, a number, a moment, or nothing. */
export type SheetCell = z.infer<typeof sheetCell>;

/** The text of a cell; '' for nothing. */
export const textOfCell = (cell: SheetCell): string =>
  cell === null ? '' : typeof cell === 'object' ? cell.moment : String(cell);

/** Where a workbook has come to: sheets begun, rows and bytes of the last one, and the archive. */
const xlsxState = z.object({
  kind: z.literal('xlsx'),
  sheets: z.number(),
  rowsHere: z.number(),
  bytesHere: z.number(),
  zip: zipState,
});
/** Where a workbook has come to, as plain JSON. */
export type XlsxState = z.infer<typeof xlsxState>;

const csvState = z.object({ kind: z.literal('csv'), begun: z.boolean() });
/** Where a CSV has come to, as plain JSON. */
export type CsvState = z.infer<typeof csvState>;

/** Where a file that is written in steps has come to. */
export const sheetState = z.discriminatedUnion('kind', [xlsxState, csvState, parquetState]);
/** Where a file that is written in steps has come to, as plain JSON. */
export type SheetState = z.infer<typeof sheetState>;

/**
 * A table that is written while its rows are read; every step gives the bytes that are ready by then. A file that is made with the
 * state of another one continues it.
 */
export type SheetFile = {
  /** More rows, in their order. */
  add: (rows: readonly (readonly SheetCell[])[]) => Promise<Buffer[]>;
  /** No more rows. */
  end: () => Promise<Buffer[]>;
  /** Where the file has come to. */
  state: () => SheetState;
};

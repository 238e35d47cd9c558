import writeXlsxFile from 'write-excel-file/universal';
import { parseCsv } from '#shared/text/csv.ts';
import { sheetRows } from './sheet-rows.ts';

/** What the page asks of the worker. */
export type XlsxRequest = {
  csv: Blob;
  sheet: string;
  /** Further sheets, row by row. */
  more: readonly { sheet: string; rows: readonly string[][] }[];
};
/** What the worker answers. */
export type XlsxAnswer = { blob: Blob } | { failed: string };

const say = (answer: XlsxAnswer): void => postMessage(answer);

/** Builds the sheet from the server's CSV, away from the page's own thread. */
async function build({ csv, sheet, more }: XlsxRequest): Promise<Blob> {
  const sheets = [{ sheet, rows: parseCsv(await csv.text()) }, ...more];
  return writeXlsxFile(
    sheets.map(({ sheet: name, rows }) => {
      const { data, widths } = sheetRows(rows);
      return { data, sheet: name.slice(0, 31), columns: widths.map((width) => ({ width })), stickyRowsCount: 1 };
    }),
  ).toBlob();
}

addEventListener('message', (event: MessageEvent<XlsxRequest>) => {
  build(event.data).then(
    (blob) => say({ blob }),
    (error: unknown) => say({ failed: String(error) }),
  );
});

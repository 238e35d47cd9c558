import { formatCsv } from '#shared/text/csv.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import type { Row, RowPage } from './entity-calls.ts';

const PAGE_ROWS = 500;
/** Texts a spreadsheet program would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const harmless = (text: string): string =>
  FORMULA.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;

/** Collects all rows of a filtered list page by page and writes the shown columns as CSV. */
export async function exportRows(options: {
  columns: readonly DataColumn<Row>[];
  loadPage: (currentPage: number, pageSize: number, signal: AbortSignal) => Promise<RowPage>;
  fileName: string;
  signal: AbortSignal;
  onProgress: (bytes: number) => void;
}): Promise<{ blob: Blob; fileName: string }> {
  const { columns, loadPage, signal, onProgress } = options;
  const parts: string[] = [formatCsv([columns.map((column) => column.title)], { bom: true })];
  let length = 0;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    // One after the other: how many pages there are is known from the answers.
    // oxlint-disable-next-line no-await-in-loop
    const { records, totalPage } = await loadPage(page, PAGE_ROWS, signal);
    pages = totalPage;
    const part = formatCsv(records.map((row) => columns.map((column) => harmless(column.text(row)))));
    parts.push(part);
    onProgress((length += part.length));
  }
  return { blob: new Blob(parts, { type: 'text/csv;charset=utf-8' }), fileName: options.fileName };
}

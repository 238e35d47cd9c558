// The builds for browsers: those for Node need its Buffer, and imports of sheets are read in the browser.
import { parse } from 'csv-parse/browser/esm/sync';
import { stringify } from 'csv-stringify/browser/esm/sync';

/** Rows of a CSV text as RFC 4180 has it, the first `limit` of them: quotes, quotes doubled inside, any line end, a byte order mark ignored, empty lines left out. */
export const parseCsv = (text: string, separator = ',', limit?: number): string[][] =>
  parse(text, {
    ...(limit === undefined ? {} : { to: limit }),
    bom: true,
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });

/** Rows of a CSV text as objects by the names in its first line; a missing field is '' and a surplus one is dropped. */
export function parseCsvRecords(text: string, separator = ','): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(text, separator);
  const names = header.map((name) => name.trim());
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])));
}

/** CSV text of the rows, quoted only where needed; `bom` helps spreadsheet programs to see UTF-8, `eol` is CRLF by the standard. */
export const formatCsv = (
  rows: readonly (readonly (string | number | undefined)[])[],
  options: { readonly bom?: boolean; readonly eol?: '\r\n' | '\n'; readonly separator?: string } = {},
): string =>
  stringify([...rows], {
    bom: options.bom ?? false,
    delimiter: options.separator ?? ',',
    record_delimiter: options.eol ?? '\r\n',
    // A row of one empty field would read back as no row at all.
    quoted_empty: rows.some((row) => row.length === 1),
    quoted_match: /[\r\n]|^\s|\s$/,
  });

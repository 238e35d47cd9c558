import { maxImportRows } from '#shared/entity/import-limits.ts';
import { parseCsv } from '#shared/text/csv.ts';
import { unescapeFormula } from '#shared/text/escape-formula.ts';
import { type CellNote, FileError, type FileTable, maxFileBytes } from './file-problem.ts';
import { readXlsx, type SheetRow } from './read-xlsx.ts';

/** Name of the stream that holds a workbook with a password, as UTF-16 in the directory of the container (MS-OFFCRYPTO 1.3.2). */
const encryptedPackage = Uint8Array.from([...'EncryptedPackage'].flatMap((sign) => [sign.charCodeAt(0), 0]));

/** Is an Office file of the old container a new one behind a password? */
function isEncrypted(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x45); at >= 0; at = bytes.indexOf(0x45, at + 1))
    if (encryptedPackage.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // Bytes of no text at all decode as GB 18030, too: they give control characters or private ones.
      // oxlint-disable-next-line no-control-regex -- these are what is looked for
      if (!/[\u0000-\u0008\u000e-\u001f\ue000-\uf8ff]/.test(text.slice(0, 10_000))) return text;
    } catch {
      // The next encoding is tried.
    }
  }
  throw new FileError('encoding');
}

const separators = [',', ';', '\t'] as const;
/** Rows of a file by which its separator is known. */
const sampleRows = 20;

/** How well a sign takes lines apart: 1 where each has as many columns as there are headings. */
function fitOf(text: string, sign: string): { columns: number; fit: number } {
  try {
    const [headings = [], ...rows] = parseCsv(text, sign, sampleRows);
    const alike = rows.filter((row) => row.length === headings.length).length;
    const share = rows.length === 0 ? 1 : alike / rows.length;
    // Where no sign separates anything, the one that stands in no row does.
    return { columns: headings.length, fit: headings.length === 1 ? share - 1 : share };
  } catch {
    // Quotes that do not fit.
    return { columns: 0, fit: -2 };
  }
}

/** The sign that takes lines apart best, and into the most columns. */
function separatorOf(text: string): string {
  const fits = separators.map((sign) => ({ sign, ...fitOf(text, sign) }));
  return fits.reduce((best, next) =>
    next.fit > best.fit || (next.fit === best.fit && next.columns > best.columns) ? next : best,
  ).sign;
}

/** A first line by which spreadsheet programs are shown the separator. */
const separatorLine = /^\ufeff?sep=([^\r\n])(?:\r\n|\r|\n)/i;

/** A text of a CSV as it was meant: without the formula that keeps its zeros, or the quote that keeps it from being one. */
function meantText(cell: string): string {
  const kept = cell.startsWith('="') && cell.endsWith('"') && cell.length > 2 ? cell.slice(2, -1) : undefined;
  return kept === undefined || kept.replaceAll('""', '').includes('"')
    ? unescapeFormula(cell)
    : kept.replaceAll('""', '"');
}

/** Values that spreadsheet programs show for what they cannot work out. */
const errorValues = new Set(
  '#N/A #REF! #VALUE! #DIV/0! #NAME? #NUM! #NULL! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #UNKNOWN! #BUSY! #GETTING_DATA'.split(
    ' ',
  ),
);

const isEmpty = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

type Read = { rows: SheetRow[]; decimalComma: boolean; merged: boolean };

/** Rows of a csv text, numbered with the lines in front of them that are none. */
function readCsv(text: string): Read {
  const reported = separatorLine.exec(text);
  const table = reported === null ? text : text.slice(reported[0].length);
  const separator = reported?.[1] ?? separatorOf(text);
  const before = reported === null ? 1 : 2;
  const rows = parseCsv(table, separator).map((row, index) => ({
    line: index + before,
    cells: row.map(meantText),
    notes: new Map<number, CellNote>(),
  }));
  noteSurplus(rows, separator);
  return { rows, decimalComma: separator === ';', merged: false };
}

/** Joins what stands behind the last heading to its cell and says that it does not belong there. */
function noteSurplus(rows: readonly SheetRow[], separator: string): void {
  const width = rows.find(({ cells }) => !isEmpty(cells))?.cells.length ?? 0;
  for (const { cells, notes } of rows) {
    if (width === 0 || isEmpty(cells.slice(width))) continue;
    const [...last] = cells.splice(width - 1);
    cells.push(last.join(separator));
    notes.set(width - 1, { unread: 'surplus' });
  }
}

/** An error that was saved or pasted as a text is one, too. */
function noteErrors({ cells, notes }: SheetRow): void {
  for (const [column, cell] of cells.entries())
    if (cell.startsWith('#') && errorValues.has(cell.trim())) notes.set(column, { unread: 'error' });
}

function readSheet(bytes: Uint8Array): Read {
  try {
    return { ...readXlsx(bytes), decimalComma: false };
  } catch (error) {
    throw error instanceof FileError ? error : new FileError('unreadable');
  }
}

/** Reads the first sheet of an xlsx file that is shown, or a csv file; empty rows are left out. Throws FileError. */
export async function readTable(bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<FileTable> {
  if (bytes.length > maxFileBytes) throw new FileError('tooLarge');
  const packed = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new FileError(isEncrypted(bytes) ? 'encrypted' : 'oldExcel');
  if (!packed && !/\.(csv|txt|tsv)$/i.test(fileName)) throw new FileError('type');
  const { rows: all, decimalComma, merged } = packed ? readSheet(bytes) : readCsv(decode(bytes));
  const [first, ...filled] = all.filter(({ cells }) => !isEmpty(cells));
  if (filled.length === 0) throw new FileError('empty');
  if (filled.length > maxImportRows) throw new FileError('tooMany', filled.length);
  for (const row of filled) noteErrors(row);
  return {
    headings: first?.cells ?? [],
    rows: filled.map(({ cells }) => cells),
    lines: filled.map(({ line }) => line),
    notes: new Map(filled.flatMap(({ notes }, index) => (notes.size === 0 ? [] : [[index, notes]]))),
    decimalComma,
    merged,
  };
}

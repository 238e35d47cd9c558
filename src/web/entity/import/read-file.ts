import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { maxImportRows } from '#shared/entity/import-limits.ts';
import { parseCsv } from '#shared/text/csv.ts';
import { FileError, type FileTable, maxFileBytes } from './file-problem.ts';

/** Bytes that may be packed in a sheet. */
const maxInflatedBytes = 150_000_000;
/** Cells that a sheet may span: a lone cell far away makes rows and columns up to it, which the reader fills. */
const maxSpannedCells = 4_000_000;

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

/** The sign that separates most of the first line. */
function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/));
  const counts = [',', ';', '\t'].map((sign) => [line.split(sign).length, sign] as const);
  return counts.reduce((best, next) => (next[0] > best[0] ? next : best))[1];
}

/** A first line by which spreadsheet programs are told the separator. */
const separatorLine = /^\ufeff?sep=([^\r\n])(?:\r\n|\r|\n)/i;

/** Rows of a csv text, with the lines in front of them that are none. */
function readCsv(text: string): { rows: string[][]; skipped: number } {
  const told = separatorLine.exec(text);
  if (told === null) return { rows: parseCsv(text, separatorOf(text)), skipped: 0 };
  return { rows: parseCsv(text.slice(told[0].length), told[1]), skipped: 1 };
}

/** What is packed in a sheet, if that is not too much; what its headers say is checked before anything is unpacked. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        total += originalSize;
        if (total > maxInflatedBytes) throw new FileError('inflated');
        return /^xl\/worksheets\/[^/]+\.xml$/.test(name);
      },
    });
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError('unreadable');
  }
}

/** Number of a column by its letters: A is 1. */
const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** Cells from the first to the furthest of a sheet, by the places that its rows and cells name. */
function spannedCells(xml: string): number {
  let [rows, columns] = [0, 0];
  for (const [, attributes = ''] of xml.matchAll(/<(?:\w{1,30}:)?(?:c|row)(\s[^<>]{0,300})/g)) {
    const [, letters = '', digits = ''] = /\sr=["']([A-Z]{0,3})(\d{1,7})["']/.exec(attributes) ?? [];
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, columnOf(letters));
  }
  return rows * columns;
}

/** Refuses a file before it is read whose sheets cannot be read as a table. */
function checkSheets(bytes: Uint8Array): void {
  for (const sheet of Object.values(unpack(bytes))) {
    const xml = new TextDecoder().decode(sheet);
    if (xml.slice(-200_000).includes('<mergeCell ')) throw new FileError('merged');
    const spanned = spannedCells(xml);
    if (spanned > maxSpannedCells) throw new FileError('spread', spanned);
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    // Sheets count parts of days, which are never quite the second that was meant.
    const text = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
  }
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
}

async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  checkSheets(bytes);
  try {
    const rows = await readSheet(bytes.buffer, { trim: false });
    return rows.map((row) => row.map(textOf));
  } catch {
    throw new FileError('unreadable');
  }
}

const isEmpty = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/** Reads the first sheet of an xlsx file, or a csv file; empty rows are left out. Throws FileError. */
export async function readTable(bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<FileTable> {
  if (bytes.length > maxFileBytes) throw new FileError('tooLarge');
  const packed = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new FileError('oldExcel');
  if (!packed && !/\.(csv|txt|tsv)$/i.test(fileName)) throw new FileError('type');
  const { rows: all, skipped } = packed ? { rows: await readXlsx(bytes), skipped: 0 } : readCsv(decode(bytes));
  const filled = all.map((row, index) => ({ row, line: index + 1 + skipped })).filter(({ row }) => !isEmpty(row));
  const headings = filled[0]?.row ?? [];
  const rows = filled.slice(1).map(({ row }) => row);
  if (rows.length === 0) throw new FileError('empty');
  if (rows.length > maxImportRows) throw new FileError('tooMany', rows.length);
  return { headings, rows, lines: filled.slice(1).map(({ line }) => line) };
}

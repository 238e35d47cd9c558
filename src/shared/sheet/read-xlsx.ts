import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { NumberReader } from './cell-numbers.ts';
import { type CellNote, FileError } from './file-problem.ts';

/** Bytes that may be packed in a workbook. */
const maxInflatedBytes = 150_000_000;
/** Cells that a sheet may span: a lone cell far away makes a table of all rows and columns up to it. */
const maxSpannedCells = 4_000_000;

/** A row of a sheet: its number as the sheet counts, its texts as the sheet shows them, and what they alone do not say, by column. */
export type SheetRow = { line: number; cells: string[]; notes: Map<number, CellNote> };
/** The filled rows of a sheet; `merged` = some of its cells span several places, and each of these has their text. */
export type SheetTable = { rows: SheetRow[]; merged: boolean };

type Files = Record<string, Uint8Array>;
type Attributes = Readonly<Record<string, string>>;
type Handlers = {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** The parts of a workbook that are read, if that is not too much: what its headers say is checked before anything is unpacked. */
function unpack(bytes: Uint8Array): Files {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        total += originalSize;
        if (total > maxInflatedBytes) throw new FileError('inflated');
        return /^xl\/(?:worksheets\/[^/]+|workbook|sharedStrings|styles|_rels\/workbook)\.xml(?:\.rels)?$/.test(name);
      },
    });
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError('unreadable');
  }
}

/** A name without the prefix of its namespace. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Goes through an XML file of the workbook; one that is missing has nothing. */
function walk(file: Uint8Array | undefined, { open, text, close }: Handlers): void {
  if (file === undefined) return;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(localName(name), attributes),
      ontext: (data) => text?.(data),
      onclosetag: (name) => close?.(localName(name)),
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder();
  for (let at = 0; at < file.length; at += 1_000_000)
    parser.write(decoder.decode(file.subarray(at, at + 1_000_000), { stream: true }));
  parser.end();
}

/** What a workbook writes for signs that XML cannot hold. */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Collects the text of an item: its runs, without the readings above them. */
class TextOfRuns {
  #inText = false;
  #reading = false;
  text = '';

  open(name: string): void {
    if (name === 't') this.#inText = true;
    else if (name === 'rPh') this.#reading = true;
  }
  add(text: string): void {
    if (this.#inText && !this.#reading) this.text += text;
  }
  close(name: string): void {
    if (name === 't') this.#inText = false;
    else if (name === 'rPh') this.#reading = false;
  }
}

function readSharedStrings(file: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  let item = new TextOfRuns();
  walk(file, {
    open: (name) => (name === 'si' ? (item = new TextOfRuns()) : item.open(name)),
    text: (text) => item.add(text),
    close: (name) => (name === 'si' ? strings.push(unescaped(item.text)) : item.close(name)),
  });
  return strings;
}

/** The formats of numbers by the style of a cell: ids of the standard, or codes that the workbook brings. */
function readFormats(file: Uint8Array | undefined): (string | number)[] {
  const codes = new Map<string, string>();
  const formats: (string | number)[] = [];
  let inCells = false;
  walk(file, {
    open: (name, attributes) => {
      const id = attributes['numFmtId'] ?? '0';
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? 'General');
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) formats.push(codes.get(id) ?? Number(id));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** The files of the sheets that are not hidden, in their order, all of them where every one is; and whether days are counted from 1904. */
function readWorkbook(files: Files): { sheets: Uint8Array[]; from1904: boolean } {
  const paths = new Map<string, string>();
  walk(files['xl/_rels/workbook.xml.rels'], {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  let from1904 = false;
  const all: { file: Uint8Array; hidden: boolean }[] = [];
  walk(files['xl/workbook.xml'], {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => localName(key) === 'id')?.[1] ?? '';
      const file = files[paths.get(id) ?? ''];
      if (file !== undefined) all.push({ file, hidden: /hidden/i.test(attributes['state'] ?? '') });
    },
  });
  const shown = all.filter(({ hidden }) => !hidden);
  return { sheets: (shown.length > 0 ? shown : all).map(({ file }) => file), from1904 };
}

/** Number of a column by its letters, from 1. */
const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** Row and column of a place such as B3, both from 1; undefined for what is none. */
function placeOf(text: string | undefined): [row: number, column: number] | undefined {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(text ?? '') ?? [];
  return digits === '' ? undefined : [Number(digits), columnOf(letters)];
}

/** What was found of a cell while its tags went by. */
type OpenCell = {
  type: string;
  style: number;
  value: string | undefined;
  formula: string | undefined;
  runs: TextOfRuns;
};

/** One sheet, cell by cell. */
class SheetReader {
  readonly #strings: readonly string[];
  readonly #numbers: NumberReader;
  readonly #rows = new Map<number, SheetRow>();
  readonly #merges: string[] = [];
  #furthest: [row: number, column: number] = [0, 0];
  #row = 0;
  #column = 0;
  #cell: OpenCell | undefined;
  #inside: 'v' | 'f' | undefined;

  constructor(strings: readonly string[], numbers: NumberReader) {
    this.#strings = strings;
    this.#numbers = numbers;
  }

  #reach(row: number, column: number): void {
    this.#furthest = [Math.max(this.#furthest[0], row), Math.max(this.#furthest[1], column)];
    const spanned = this.#furthest[0] * this.#furthest[1];
    if (spanned > maxSpannedCells) throw new FileError('spread', spanned);
  }

  #open(name: string, attributes: Attributes): void {
    if (name === 'row') {
      const row = Number(attributes['r']);
      this.#row = Number.isSafeInteger(row) && row > 0 ? row : this.#row + 1;
      this.#column = 0;
      this.#reach(this.#row, 0);
    } else if (name === 'c') {
      const [row, column] = placeOf(attributes['r']) ?? [this.#row, this.#column + 1];
      [this.#row, this.#column] = [row, column];
      this.#reach(row, column);
      const { t: type = 'n', s: style = '0' } = attributes;
      this.#cell = { type, style: Number(style), value: undefined, formula: undefined, runs: new TextOfRuns() };
    } else if (name === 'mergeCell') this.#merges.push(attributes['ref'] ?? '');
    else if (this.#cell !== undefined) {
      if (name === 'v') [this.#inside, this.#cell.value] = ['v', ''];
      else if (name === 'f') [this.#inside, this.#cell.formula] = ['f', ''];
      else this.#cell.runs.open(name);
    }
  }

  #text(text: string): void {
    const cell = this.#cell;
    if (cell === undefined) return;
    if (this.#inside === 'v') cell.value = (cell.value ?? '') + text;
    else if (this.#inside === 'f') cell.formula = (cell.formula ?? '') + text;
    else cell.runs.add(text);
  }

  #close(name: string): void {
    if (name === 'v' || name === 'f') this.#inside = undefined;
    else if (name === 'c' && this.#cell !== undefined) {
      this.#keep(this.#cell);
      this.#cell = undefined;
    } else this.#cell?.runs.close(name);
  }

  /** The text of a cell, and what it alone does not say. */
  #read({ type, style, value, formula, runs }: OpenCell): [text: string, note?: CellNote] {
    if (type === 'inlineStr') return [unescaped(runs.text)];
    if (value === undefined || (value === '' && type !== 'str'))
      return formula === undefined ? [''] : [`=${formula}`, { unread: 'formula' }];
    switch (type) {
      case 's':
        return [this.#strings[Number(value)] ?? ''];
      case 'str':
        return [unescaped(value)];
      case 'b':
        return [value];
      case 'e':
        return [value, { unread: 'error' }];
      case 'd':
        return [value.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$/, '')];
      default:
        return this.#numbers.read(value, style);
    }
  }

  #keep(cell: OpenCell): void {
    const [text, note] = this.#read(cell);
    if (text !== '') this.#put(this.#row, this.#column, text, note);
  }

  #put(line: number, column: number, text: string, note: CellNote | undefined): void {
    const row: SheetRow = this.#rows.get(line) ?? { line, cells: [], notes: new Map() };
    this.#rows.set(line, row);
    while (row.cells.length < column) row.cells.push('');
    row.cells[column - 1] = text;
    if (note !== undefined) row.notes.set(column - 1, note);
  }

  /** Gives every place of a merged cell its text; the range cannot be larger than the sheet. */
  #spread(range: string): void {
    const [from, to] = range.split(':').map(placeOf);
    if (from === undefined || to === undefined) return;
    const first = this.#rows.get(from[0]);
    const text = first?.cells[from[1] - 1] ?? '';
    if (first === undefined || text === '') return;
    for (let row = from[0]; row <= Math.min(to[0], this.#furthest[0]); row += 1)
      for (let column = from[1]; column <= Math.min(to[1], this.#furthest[1]); column += 1)
        this.#put(row, column, text, first.notes.get(from[1] - 1));
  }

  read(file: Uint8Array): SheetTable {
    walk(file, {
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => this.#text(text),
      close: (name) => this.#close(name),
    });
    for (const range of this.#merges) this.#spread(range);
    const rows = [...this.#rows.values()].sort((a, b) => a.line - b.line);
    return { rows, merged: this.#merges.length > 0 };
  }
}

/**
 * The first sheet of a workbook that is not hidden and not empty, cell by cell: texts as the sheet shows them, with the values
 * behind numbers that are shown otherwise, and with what could not be read: error values, and formulas without a result.
 * Throws FileError.
 */
export function readXlsx(bytes: Uint8Array): SheetTable {
  const files = unpack(bytes);
  const { sheets, from1904 } = readWorkbook(files);
  if (sheets.length === 0) throw new FileError('unreadable');
  const strings = readSharedStrings(files['xl/sharedStrings.xml']);
  const numbers = new NumberReader(readFormats(files['xl/styles.xml']), from1904);
  for (const file of sheets) {
    const table = new SheetReader(strings, numbers).read(file);
    if (table.rows.length > 0) return table;
  }
  return { rows: [], merged: false };
}

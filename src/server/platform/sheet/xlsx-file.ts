import { trimEndOf } from '#shared/text/normalize.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { type SheetCell, type SheetFile, textOfCell, type XlsxState } from './sheet-file.ts';
import { ZipFile } from './zip-file.ts';

/** Rows of data a sheet holds below its heading; what is more goes to a further sheet. */
const MAX_SHEET_ROWS = 1_048_575;
/** Characters a cell holds. */
const MAX_CELL = 32_767;
/** A sheet ends before it is larger than an archive can hold. */
const MAX_SHEET_BYTES = 3_500_000_000;
/** Rows that are packed as one piece: few enough to hold, and many enough that packing finds what repeats. */
const ROWS_AT_ONCE = 1000;
const MAX_NAME = 31;
const WIDTH = { min: 8, max: 60 };

const X = 'http://schemas.openxmlformats.org/';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters XML cannot hold. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text within XML; what XML cannot hold is left out, and what a sheet would take for an escape is kept as it is. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNFIT, '')
    .replace(/_x[0-9a-f]{4}_/gi, (escape) => `_x005F${escape}`)
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** Letters of a column, from 0: A, B, …, Z, AA. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** Width of a text in characters; Chinese ones take two. */
function widthOf(text: string): number {
  let width = 2;
  for (const char of text.slice(0, WIDTH.max)) width += char.charCodeAt(0) > 0x2e80 ? 2 : 1;
  return Math.min(WIDTH.max, width);
}

/** A name a sheet may have; further sheets are numbered. */
export function sheetName(name: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`;
  const fit = trimEndOf(name.replace(/[[\]:*?/\\]/g, ' ').replace(/^'+/, ''), "'") || 'Sheet';
  return fit.slice(0, MAX_NAME - suffix.length) + suffix;
}

type Letters = readonly string[];

/** Styles of cells, by their place in the list of styles. */
const STYLE = { heading: 1, moment: 2, day: 3 };
/** Days from the first of the calendar of sheets to 1970; days before March 1900 are counted otherwise and stay texts. */
const EPOCH_DAYS = 25_569;
const FIRST_DAY = 61;

/** A moment as the number of days that sheets count; undefined for what they do not. */
function serialOf(moment: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d))?$/.exec(moment);
  const serial = parts === null ? NaN : Date.parse(`${parts[1]}T${parts[2] ?? '00:00:00'}Z`) / DAY_MS + EPOCH_DAYS;
  return serial >= FIRST_DAY ? serial : undefined;
}

/** A text is one whatever it begins with: only what is written as a formula runs in a workbook. */
function cellXml(cell: SheetCell, at: string, style: number): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${at}"><v>${cell}</v></c>`;
  const serial = typeof cell === 'object' ? serialOf(cell.moment) : undefined;
  if (serial !== undefined)
    return `<c r="${at}" s="${Number.isInteger(serial) && textOfCell(cell).length === 10 ? STYLE.day : STYLE.moment}"><v>${serial}</v></c>`;
  const text = xmlText(textOfCell(cell).slice(0, MAX_CELL));
  return `<c r="${at}" t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${text}</t></is></c>`;
}

const rowXml = (row: readonly SheetCell[], number: number, letters: Letters, style = 0): string =>
  `<row r="${number}">${row.map((cell, index) => cellXml(cell, `${letters[index]}${number}`, style)).join('')}</row>`;

/** Begin of a sheet: its first row stays in view, columns are wide enough for what the first rows hold. */
function sheetHead(titles: readonly string[], sample: readonly (readonly SheetCell[])[], letters: Letters): string {
  const widths = titles.map((title, index) =>
    Math.max(WIDTH.min, widthOf(title), ...sample.slice(0, 100).map((row) => widthOf(textOfCell(row[index] ?? null)))),
  );
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  return (
    `${HEAD}<worksheet xmlns="${X}spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.join('')}</cols><sheetData>${rowXml(titles, 1, letters, STYLE.heading)}`
  );
}

const sheetTail = '</sheetData></worksheet>';

const styles =
  `${HEAD}<styleSheet xmlns="${X}spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy-mm-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1">' +
  '<xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>';

/** The parts that tell how many sheets there are; written last. */
function frameParts(name: string, sheets: number): [path: string, xml: string][] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const type = (path: string, what: string): string =>
    `<Override PartName="${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${what}+xml"/>`;
  const relation = (id: string, what: string, target: string): string =>
    `<Relationship Id="${id}" Type="${X}officeDocument/2006/relationships/${what}" Target="${target}"/>`;
  const list = numbers.map((n) => `<sheet name="${xmlText(sheetName(name, n))}" sheetId="${n}" r:id="rId${n}"/>`);
  return [
    ['xl/styles.xml', styles],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${X}spreadsheetml/2006/main" xmlns:r="${X}officeDocument/2006/relationships"><sheets>${list.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${X}package/2006/relationships">${numbers
        .map((n) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`))
        .join('')}${relation('rIdStyles', 'styles', 'styles.xml')}</Relationships>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${X}package/2006/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${X}package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/>${type('/xl/workbook.xml', 'sheet.main')}${type('/xl/styles.xml', 'styles')}` +
        `${numbers.map((n) => type(`/xl/worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`,
    ],
  ];
}

/** The sheets of a workbook, one after the other. */
class Sheets {
  readonly #zip: ZipFile;
  readonly #titles: readonly string[];
  readonly #letters: Letters;
  readonly #maxRows: number;
  #sheets: number;
  #rowsHere: number;
  #bytesHere: number;

  constructor(titles: readonly string[], maxRows: number, from: XlsxState | undefined) {
    this.#zip = new ZipFile(from?.zip);
    this.#titles = titles;
    this.#letters = titles.map((_, index) => columnLetters(index));
    this.#maxRows = maxRows;
    this.#sheets = from?.sheets ?? 0;
    this.#rowsHere = from?.rowsHere ?? 0;
    this.#bytesHere = from?.bytesHere ?? 0;
  }

  async #put(xml: string): Promise<void> {
    const bytes = Buffer.from(xml);
    this.#bytesHere += bytes.length;
    await this.#zip.write(bytes);
  }

  /** The begin of a sheet, with its first rows to measure. */
  #begin(sample: readonly (readonly SheetCell[])[]): string {
    this.#sheets += 1;
    this.#rowsHere = 0;
    this.#bytesHere = 0;
    this.#zip.open(`xl/worksheets/sheet${this.#sheets}.xml`);
    return sheetHead(this.#titles, sample, this.#letters);
  }

  async #finish(): Promise<void> {
    await this.#put(sheetTail);
    this.#zip.close();
  }

  async add(rows: readonly (readonly SheetCell[])[]): Promise<Buffer[]> {
    for (let at = 0; at < rows.length;) {
      let head = '';
      if (this.#sheets === 0) head = this.#begin(rows);
      else if (this.#rowsHere >= this.#maxRows || this.#bytesHere > MAX_SHEET_BYTES) {
        await this.#finish();
        head = this.#begin(rows.slice(at));
      }
      const part = rows.slice(at, at + Math.min(ROWS_AT_ONCE, this.#maxRows - this.#rowsHere));
      const first = this.#rowsHere + 2;
      await this.#put(head + part.map((row, index) => rowXml(row, first + index, this.#letters)).join(''));
      this.#rowsHere += part.length;
      at += part.length;
    }
    return this.#zip.take();
  }

  async end(name: string): Promise<Buffer[]> {
    if (this.#sheets === 0) await this.#put(this.#begin([]));
    await this.#finish();
    for (const [path, xml] of frameParts(name, this.#sheets)) {
      this.#zip.open(path);
      await this.#zip.write(Buffer.from(xml));
      this.#zip.close();
    }
    this.#zip.end();
    return this.#zip.take();
  }

  state(): XlsxState {
    return {
      kind: 'xlsx',
      sheets: this.#sheets,
      rowsHere: this.#rowsHere,
      bytesHere: this.#bytesHere,
      zip: this.#zip.state(),
    };
  }
}

/**
 * A table as a workbook, written while its rows are read: a bold heading that stays in view, texts as texts (numbers of
 * bills keep their zeros), numbers and moments as such, a further sheet whenever one is full. `from` continues another one of the same titles and name;
 * `maxRows` is for tests.
 */
export function xlsxFile(
  titles: readonly string[],
  name: string,
  { from, maxRows = MAX_SHEET_ROWS }: { from?: XlsxState; maxRows?: number } = {},
): SheetFile {
  const sheets = new Sheets(titles, maxRows, from);
  return {
    add: (rows) => sheets.add(rows),
    end: () => sheets.end(name),
    state: () => sheets.state(),
  };
}

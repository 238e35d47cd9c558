import { isSubjectWord } from './read-import-row.ts';
import { recogniseReferences } from './recognise-references.ts';
import { normalizeText } from '#shared/text/normalize.ts';
import type { FileTable } from '#shared/sheet/file-problem.ts';
import { type ImportColumn, importColumns } from './sheet-rows.ts';

/** How the column of a file was found. */
export type FoundBy = 'name' | 'content' | 'memory';
/** The places of the columns of a file, from 0, and how each was found; one that was chosen by hand has no reason. */
export type ColumnPlaces = ReadonlyMap<ImportColumn, { place: number; by?: FoundBy }>;

const words = (text: string): readonly string[] => text.split(' ');

/** What columns are called, the better names first: carriers know master bills. */
const names: Readonly<Record<ImportColumn, readonly string[]>> = {
  isBillNo: words('isbillno 是否提单 是否提单订阅 提单订阅 订阅类型 bybill billsubscription type'),
  blNo: words(
    'mblno mbl mblnumber masterbl masterblno masterbillno masterbillofladingno 船东提单号 主提单号 主单号 ' +
      'blno blnumber bl billno billoflading billofladingno billofladingnumber oblno obl 提单号 提单号码 海运提单号 提单 单号',
  ),
  ctnNo: words(
    'ctnno containerno containernumber containernos container cntrno cntr ctnrno equipmentno ctn ' +
      '箱号 集装箱号 集装箱号码 集装箱 柜号 货柜号',
  ),
  carrierCode: words(
    'carriercode carrier carriername scac scaccode shippingline oceancarrier steamshipline ssl shipline line ' +
      '船公司 船公司代码 船公司名称 船司 船东 承运人 承运船公司',
  ),
  vesselName: words(
    'vesselname vessel oceanvessel mothervessel vsl ship 船名 大船船名 一程船名 vesselvoyage vesselvoy vslvoy 船名航次',
  ),
  voyage: words('voyage voyageno voyagenumber voyno voy 航次 航次号 vesselvoyage vesselvoy vslvoy 船名航次'),
};

/** Words in headings of numbers that are none of a bill, whatever they look like. */
const otherNumbers =
  /\b(?:po|p\.o|order|so|booking|bkg|seal|invoice|inv|ref|reference|hbl|house|sku|item|hs|phone|tel|date|job)\b|订单|订舱|封|发票|参考|分单|货代|工作号|品名|电话|日期|税号/i;

/** A heading without case, width, blanks and marks. */
export const plainHeading = (heading: string): string =>
  normalizeText(heading)
    .toLowerCase()
    .replace(/[\s._*/:()（）#№&'"-]+/g, '');

type Table = Pick<FileTable, 'headings' | 'rows'>;

/** Rows whose cells say what a column holds. */
const sampleRows = 50;
/** Part of the cells of a column that must look alike. */
const enough = 0.6;

const samplesOf = ({ rows }: Table, place: number): string[] =>
  rows.slice(0, sampleRows).flatMap((row) => ((row[place] ?? '').trim() === '' ? [] : [row[place] ?? '']));

/** The part of the filled cells of a column of which something holds; 0 for an empty column. */
function shareOf(table: Table, place: number, holds: (text: string) => boolean): number {
  const samples = samplesOf(table, place);
  return samples.length === 0 ? 0 : samples.filter(holds).length / samples.length;
}

const holdsKind =
  (kind: 'bill' | 'container') =>
  (text: string): boolean => {
    const found = recogniseReferences(text, []);
    return (
      found.length > 0 &&
      found.every((one) => one.kind === kind && (one.problem === null || one.problem === 'checkDigit'))
    );
  };

/** What the cells of a column must look like where its name may mean something else: cartons, the type of a container. */
const fits: Partial<Record<ImportColumn, (text: string) => boolean>> = {
  isBillNo: isSubjectWord,
  ctnNo: (text) => /[A-Z]{3}[UJZ]/i.test(text.replace(/\s/g, '')),
};

/** The column that a name fits best: of several that are filled the one with the better name. */
function byName(table: Table, column: ImportColumn): number | undefined {
  const plain = table.headings.map(plainHeading);
  const places = names[column].flatMap((name) => plain.flatMap((heading, place) => (heading === name ? [place] : [])));
  const fit = fits[column];
  const filled = places.filter((place) => samplesOf(table, place).length > 0);
  if (fit === undefined) return filled[0] ?? places[0];
  return filled.find((place) => shareOf(table, place, fit) > 0) ?? places.find((place) => !filled.includes(place));
}

/** The column whose cells look most like numbers of a kind. */
function byContent(table: Table, kind: 'bill' | 'container', taken: ReadonlySet<number>): number | undefined {
  const shares = table.headings.map((heading, place) =>
    taken.has(place) || (kind === 'bill' && otherNumbers.test(heading)) ? 0 : shareOf(table, place, holdsKind(kind)),
  );
  const best = Math.max(...shares);
  return best >= enough ? shares.indexOf(best) : undefined;
}

/** Which column of a file is which: by what it is called in Chinese or English, and numbers by what they look like. */
export function matchColumns(table: Table): ColumnPlaces {
  const places = new Map<ImportColumn, { place: number; by: FoundBy }>();
  for (const column of importColumns) {
    const place = byName(table, column);
    if (place !== undefined) places.set(column, { place, by: 'name' });
  }
  for (const [column, kind] of [
    ['ctnNo', 'container'],
    ['blNo', 'bill'],
  ] as const) {
    if (places.has(column)) continue;
    const place = byContent(table, kind, new Set([...places.values()].map((one) => one.place)));
    if (place !== undefined) places.set(column, { place, by: 'content' });
  }
  return places;
}

/** Whether the columns are those of the template, which leaves nothing to ask. */
export const isTemplate = (places: ColumnPlaces): boolean =>
  places.get('isBillNo')?.by === 'name' && places.has('carrierCode') && (places.has('blNo') || places.has('ctnNo'));

/** Rows above the headings at most: titles, dates, who sent it. */
const maxTitles = 10;

const knownNames: ReadonlySet<string> = new Set(Object.values(names).flat());

/** How many cells of a row are headings of columns. */
export const countHeadings = (row: readonly string[]): number =>
  new Set(row.map(plainHeading).filter((heading) => knownNames.has(heading))).size;

/** The table from the row on that has its headings, by how many of them a row has: people write titles above them. */
export function fromHeadings(table: FileTable, countOf: (row: readonly string[]) => number = countHeadings): FileTable {
  const all = [table.headings, ...table.rows.slice(0, maxTitles)];
  const at = all.findIndex((row) => countOf(row) >= 2);
  if (at <= 0) return table;
  return {
    ...table,
    headings: all[at] ?? [],
    rows: table.rows.slice(at),
    lines: table.lines.slice(at),
    notes: new Map([...table.notes].map(([row, notes]) => [row - at, notes])),
  };
}

import { answersIn, textIn } from './json-fields.ts';
import { type Page, type PageElement, attributeOf, childrenOf, findFirst, readPage, textOf } from './page.ts';
import type { OpenedAnswer } from './types.ts';
import { asObject, attribute } from '../untrusted.ts';

/** Pages that one answer may hold. */
const MAX_PAGES = 60;

/** A page, the name of the call that gave it, and the container it was requested; '' for none. */
type NamedPage = { name: string; container: string; page: Page };

/** The pages of an answer: itself, or those a robot brought as one, each by itself or with its container; what is no page is left out. */
export function pagesIn(answer: OpenedAnswer): NamedPage[] {
  if (answer.contentType === 'html') return [{ name: '', container: '', page: answer.page }];
  return Object.entries(answersIn(answer) ?? {})
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one: unknown) => ({ name, one })))
    .slice(0, MAX_PAGES)
    .flatMap(({ name, one }) => {
      const wrapped = asObject(one);
      const text = wrapped === undefined ? one : attribute(wrapped, 'data');
      return typeof text === 'string' && text.includes('<')
        ? [{ name, container: textIn(wrapped, 'containerNo'), page: readPage(text) }]
        : [];
    });
}

/** Elements that fit, in their order. */
export function findAll(page: Page, fits: (element: PageElement) => boolean, inside?: PageElement): PageElement[] {
  const [from, to] = inside === undefined ? [0, page.elements.length] : [inside.number + 1, inside.end];
  return page.elements.slice(from, to).filter(fits);
}

/** Texts of the cells of a row. */
export const cellsOf = (page: Page, row: PageElement): string[] =>
  childrenOf(row, 'td', 'th').map((cell) => textOf(page, cell));

/** The text of the cell behind the one with a title; '' for none. */
export function besideTitle(page: Page, title: RegExp): string {
  for (const row of page.elements) {
    if (row.name !== 'tr') continue;
    const cells = childrenOf(row, 'td', 'th');
    const at = cells.findIndex((cell) => title.test(textOf(page, cell).slice(0, 80)));
    const beside = at < 0 ? undefined : cells[at + 1];
    // Beside a title of a column stands the next title.
    if (beside?.name === 'td') return textOf(page, beside);
  }
  return '';
}

/** A value that a page keeps for its own form. */
export const hiddenField = (page: Page, name: string): string =>
  attributeOf(
    findFirst(page, (element) => element.name === 'input' && attributeOf(element, 'name') === name),
    'value',
  ) ?? '';

/** What a table says by the titles of its columns. */
export type Column = 'date' | 'move' | 'place' | 'ship' | 'voyage' | 'container' | 'clock' | 'mode';

const titles: readonly (readonly [Column, RegExp])[] = [
  [
    'date',
    /^(?:event |move |movement |activity |status )?date(?: ?[&/]? ?(?:and )?time)?$|^(?:日期|时间|動態時間|动态时间|일자|일시|fecha|data|tarih)$/iu,
  ],
  ['clock', /^(?:event )?time$/i],
  [
    'move',
    /^(?:container )?(?:moves?|movements?|event|events|status|activity|description|event description|latest event|status description|operation)$|^(?:动态|动态名称|이벤트|evento|estado|hareket)$/iu,
  ],
  [
    'place',
    /^(?:location|place|port|place of activity|facility|location name|terminal|port name)$|^(?:地点|地點|港口|장소|lugar|yer|liman)$/iu,
  ],
  ['ship', /^(?:vessel|vessel name|vessel ?[/&,-]? ?(?:and )?voyage|vessel voyage|ship|船名|船名航次|gemi)$/iu],
  ['voyage', /^(?:voyage|voyage no\.?|voy\.?|航次|sefer)$/iu],
  ['container', /^(?:container|container no\.?|container number|cntr no\.?|箱号|箱號)$/iu],
  ['mode', /^(?:mode|transport|transport mode|method)$/i],
];

/** A row of a table of moves by its columns; '' for what the table has no column of. */
export type MoveRow = Record<Column, string>;

/** Rows of all tables of a page that list moves: those with a title for the date and one for the move. */
export function moveRows(page: Page, maxRows: number): MoveRow[] {
  const found: MoveRow[] = [];
  let columns: ReadonlyMap<number, Column> | null = null;
  for (const element of page.elements) {
    if (element.name === 'table') columns = null;
    if (element.name !== 'tr' || found.length >= maxRows) continue;
    const cells = cellsOf(page, element);
    const here = new Map<number, Column>();
    for (const [index, cell] of cells.entries()) {
      const column = cell.length > 40 ? undefined : titles.find(([, title]) => title.test(cell))?.[0];
      if (column !== undefined && ![...here.values()].includes(column)) here.set(index, column);
    }
    const named = [...here.values()];
    if (named.includes('date') && named.includes('move')) columns = here;
    else if (columns !== null) {
      const row: MoveRow = { date: '', move: '', place: '', ship: '', voyage: '', container: '', clock: '', mode: '' };
      for (const [index, column] of columns) row[column] = cells[index] ?? '';
      if (row.date !== '' || row.move !== '') found.push(row);
    }
  }
  return found;
}

/** `EVER CALM 0123-045W`: the last word is the voyage where it has a number. */
export function shipAndVoyage(text: string): { vessel: string; voyage: string } {
  const plain = text.replaceAll(/[()]/g, ' ').trim();
  const stroke = plain.lastIndexOf('/');
  const at = stroke >= 0 ? stroke : plain.lastIndexOf(' ');
  const [vessel, voyage] = [plain.slice(0, at).trim(), plain.slice(at + 1).trim()];
  return at > 0 && /\d/.test(voyage) ? { vessel, voyage } : { vessel: plain, voyage: '' };
}

/** The number of the container on a page; '' where the page has no number or several. */
export function onlyContainer(page: Page): string {
  const containers = new Set(page.texts.flatMap((text) => text.slice(0, 400).match(/\b[A-Z]{3}U\d{7}\b/g) ?? []));
  return containers.size === 1 ? ([...containers][0] ?? '') : '';
}

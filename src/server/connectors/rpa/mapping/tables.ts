import { parseCsv } from '#shared/text/csv.ts';
import { findContainerNumberProblem, normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { asObject } from '../../untrusted.ts';
import { findAll, pagesIn } from '../html-answer.ts';
import { type Page, type PageElement, attributeOf, childrenOf, ownRows, readPage, textOf } from '../page.ts';
import { MAX_ROWS } from '../read-notice.ts';
import type { OpenedAnswer } from '../types.ts';

/** Columns of a row that are looked at. */
const MAX_COLUMNS = 60;
const MAX_PAGES = 60;
const MAX_DEPTH = 5;
const TITLE_CHARS = 80;
const MAX_SPAN = 30;

/** A row of a table as texts; `container` is the container that is named nearest above it, '' for none. */
export type TableRow = { cells: readonly string[]; isHead: boolean; container: string };
/** A table of an answer. */
export type Table = { rows: readonly TableRow[] };

/** The valid numbers of containers in a text. */
export const containersIn = (text: string): string[] =>
  (text.toUpperCase().match(/\b[A-Z]{3}[UJZ][ -]?\d{6}[ -]?\d\b/g) ?? [])
    .map(normalizeContainerNumber)
    .filter((number) => findContainerNumberProblem(number) === undefined);

const spanOf = (cell: PageElement, name: string): number =>
  Math.min(Math.max(Number(attributeOf(cell, name) ?? '1') || 1, 1), MAX_SPAN);

/** Cells of the rows of a table, each where it is seen: one that spans rows stands in all of them, one that spans columns in the first. */
function gridOf(page: Page, rows: readonly PageElement[]): { cells: string[]; isHead: boolean }[] {
  const below = new Map<number, { text: string; rows: number }>();
  return rows.slice(0, MAX_ROWS + 1).map((row) => {
    const cells: string[] = [];
    const own = childrenOf(row, 'td', 'th');
    const isHead = own.length > 1 && own.every(({ name }) => name === 'th');
    const fill = (): void => {
      for (let kept = below.get(cells.length); kept !== undefined && kept.rows > 0; kept = below.get(cells.length)) {
        below.set(cells.length, { ...kept, rows: kept.rows - 1 });
        cells.push(kept.text);
      }
    };
    for (const cell of own) {
      fill();
      if (cells.length >= MAX_COLUMNS) break;
      const [text, columns, high] = [textOf(page, cell), spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
      for (let at = 0; at < columns && cells.length < MAX_COLUMNS; at += 1) {
        const shown = at === 0 || isHead ? text : '';
        if (high > 1) below.set(cells.length, { text: shown, rows: high - 1 });
        cells.push(shown);
      }
    }
    fill();
    return { cells, isHead };
  });
}

/** Rows of titles that follow one another are one: `Departure` over `Date` is `Departure / Date`. */
function joinHeads(rows: readonly TableRow[]): TableRow[] {
  const joined: TableRow[] = [];
  for (const row of rows) {
    const last = joined.at(-1);
    if (!row.isHead || last?.isHead !== true) joined.push(row);
    else
      joined[joined.length - 1] = {
        ...last,
        cells: row.cells.map((cell, at) => {
          const above = last.cells[at] ?? '';
          return above === '' || above === cell ? cell : cell === '' ? above : `${above} / ${cell}`;
        }),
      };
  }
  return joined;
}

/** The number of a container that is named last before a text of the page. */
function containersAbove(page: Page): (before: number) => string {
  let last = '';
  const named = page.texts.map((text) => {
    const before = last;
    last = containersIn(text.slice(0, 400)).at(-1) ?? last;
    return before;
  });
  return (before) => named[before] ?? last;
}

function tablesOfPage(page: Page): Table[] {
  const above = containersAbove(page);
  let titles: TableRow | undefined;
  return findAll(page, ({ name }) => name === 'table').flatMap((table) => {
    const rows = ownRows(table);
    const grid = gridOf(page, rows);
    const read = joinHeads(grid.map((row, at) => ({ ...row, container: above(rows[at]?.textFrom ?? 0) })));
    // Titles that stay in place while the rows are scrolled are a table of their own.
    const [only] = read;
    if (read.length === 1 && only?.isHead === true) {
      titles = only;
      return [];
    }
    const isBelow = titles !== undefined && only?.isHead === false && only.cells.length === titles.cells.length;
    const found = read.some(({ cells }) => cells.length > 1)
      ? [{ rows: isBelow && titles ? [titles, ...read] : read }]
      : [];
    titles = undefined;
    return found;
  });
}

/** Pages that lie as texts somewhere in JSON. */
function markupIn(value: unknown, found: string[], depth = 0): string[] {
  if (found.length >= MAX_PAGES || depth > MAX_DEPTH) return found;
  if (typeof value === 'string') {
    if (/<t[abdr]/i.test(value)) found.push(value);
  } else
    for (const one of Array.isArray(value) ? value.slice(0, MAX_PAGES) : Object.values(asObject(value) ?? {}))
      markupIn(one, found, depth + 1);
  return found;
}

/** The tables of an answer in their order: of a page, of pages a robot brought as one, or of pages within JSON. */
export function tablesIn(answer: OpenedAnswer): Table[] {
  const named = pagesIn(answer);
  if (named.length === 0) return markupIn(answer.json, []).flatMap((markup) => tablesOfPage(readPage(markup)));
  return named.flatMap(({ page, container }) =>
    tablesOfPage(page).map(({ rows }) => ({
      rows: rows.map((row) => ({ ...row, container: row.container || container })),
    })),
  );
}

const separators = ['\t', ';', '|', ','] as const;
const LINE_CHARS = 4_000;

/** Lines with a separator as a table; of a text without one, none. */
export function linesIn(answer: OpenedAnswer): Table[] {
  const text = answer.contentType === 'html' ? answer.text : typeof answer.json === 'string' ? answer.json : '';
  if (/<t[abdr]/i.test(text.slice(0, LINE_CHARS))) return [];
  const first = text.slice(0, LINE_CHARS).split(/\r?\n/, 1)[0] ?? '';
  const separator = separators.toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  if (first.split(separator).length < 3) return [];
  return [
    {
      rows: linesOf(text, separator).map((cells, at) => ({
        cells: cells.slice(0, MAX_COLUMNS).map((cell) => cell.trim().slice(0, 400)),
        isHead: at === 0,
        container: '',
      })),
    },
  ];
}

/** A text that no reader of CSV takes has no lines. */
function linesOf(text: string, separator: string): string[][] {
  try {
    return parseCsv(text, separator, MAX_ROWS + 1);
  } catch {
    return [];
  }
}

const titleOf = (text: string): string => text.slice(0, TITLE_CHARS).trim();

/** The names of columns: their title; `#3` for a column without one; `Date (2)` for the second of the same title. */
export function labelsOf(titles: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return titles.map((text, at) => {
    const title = titleOf(text);
    if (title === '') return `#${at + 1}`;
    const count = (counts.get(title.toLowerCase()) ?? 0) + 1;
    counts.set(title.toLowerCase(), count);
    return count === 1 ? title : `${title} (${count})`;
  });
}

/** The place of a column that is named by it; undefined for one with a title. */
export const placeOfLabel = (label: string): number | undefined =>
  /^#\d{1,2}$/.test(label) ? Number(label.slice(1)) - 1 : undefined;

import { Parser } from 'htmlparser2';
import { tidyText } from '#shared/text/normalize.ts';
import { cleanText } from '../untrusted.ts';

/** What is looked at of a page; where one of these ends the reading, the rest is left unread. */
const LIMITS = { elements: 12_000, depth: 200, texts: 40_000, attributes: 30_000 };
/** Markup handed over at a time, so that a hopeless page is given up early. */
const CHUNK_CHARS = 4_096;
const TEXT_CHARS = 400;

/** An element of a page: its place in the order of the document and what is inside. */
export type PageElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: PageElement[];
  /** Elements inside are those of the page with a number from here to `end`. */
  number: number;
  end: number;
  /** Pieces of text inside. */
  textFrom: number;
  textTo: number;
};

/** A page as a flat list of its elements. */
export type Page = {
  elements: PageElement[];
  texts: string[];
  /** It was too large or too deep to be read to its end. */
  isCut: boolean;
};

/** An empty page. */
export const noPage: Page = { elements: [], texts: [], isCut: false };

/** Builds the list of elements while the markup is read. */
class PageBuilder {
  readonly page: Page = { elements: [], texts: [], isCut: false };
  readonly #open: PageElement[] = [];
  #attributes = 0;

  onattribute(): void {
    this.#attributes += 1;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    const { elements, texts } = this.page;
    const [number, textFrom] = [elements.length, texts.length];
    const element: PageElement = { name, attributes, children: [], number, end: 0, textFrom, textTo: 0 };
    elements.push(element);
    this.#open[this.#open.length - 1]?.children.push(element);
    this.#open.push(element);
  }

  ontext(text: string): void {
    const inside = this.#open[this.#open.length - 1]?.name;
    if (inside !== 'script' && inside !== 'style') this.page.texts.push(text);
  }

  onclosetag(name: string): void {
    const element = this.#open.pop();
    if (element !== undefined) this.#close(element);
    if (name === 'br') this.page.texts.push(' ');
  }

  /** Whether the page is beyond what is looked at. */
  get isTooMuch(): boolean {
    const { elements, texts } = this.page;
    return (
      elements.length > LIMITS.elements ||
      this.#open.length > LIMITS.depth ||
      texts.length > LIMITS.texts ||
      this.#attributes > LIMITS.attributes
    );
  }

  closeAll(): void {
    for (const element of this.#open.splice(0)) this.#close(element);
  }

  #close(element: PageElement): void {
    element.end = this.page.elements.length;
    element.textTo = this.page.texts.length;
  }
}

/**
 * Reads markup, however broken, as browsers do: nothing is run, fetched or shown. Never throws; a page that would take
 * long is read as far as the limits go.
 */
export function readPage(markup: string): Page {
  const builder = new PageBuilder();
  const parser = new Parser(builder);
  for (let at = 0; at < markup.length && !builder.isTooMuch; at += CHUNK_CHARS)
    parser.write(markup.slice(at, at + CHUNK_CHARS));
  if (builder.isTooMuch) {
    builder.page.isCut = true;
    builder.closeAll();
  } else parser.end();
  builder.closeAll();
  return builder.page;
}

/** Text inside an element on one line, in half-width characters, shortened; '' for none. */
export function textOf(page: Page, element: PageElement | undefined): string {
  if (element === undefined) return '';
  let text = '';
  for (let index = element.textFrom; index < element.textTo && text.length < TEXT_CHARS; index += 1)
    text += (page.texts[index] ?? '').slice(0, TEXT_CHARS);
  return tidyText(cleanText(text.slice(0, TEXT_CHARS)));
}

/** Value of an attribute as clean text; null when absent or empty. */
export function attributeOf(element: PageElement | undefined, name: string): string | null {
  const value = element !== undefined && Object.hasOwn(element.attributes, name) ? element.attributes[name] : undefined;
  return value === undefined ? null : cleanText(value.slice(0, TEXT_CHARS)) || null;
}

/** Whether an element has a class. */
export const hasClass = (element: PageElement, name: string): boolean =>
  (attributeOf(element, 'class') ?? '').split(' ').includes(name);

/** The first element that fits. */
export function findFirst(
  page: Page,
  fits: (element: PageElement) => boolean,
  inside?: PageElement | undefined,
): PageElement | undefined {
  const end = inside?.end ?? page.elements.length;
  for (let index = inside === undefined ? 0 : inside.number + 1; index < end; index += 1) {
    const element = page.elements[index];
    if (element !== undefined && fits(element)) return element;
  }
  return undefined;
}

/** The element with an id. */
export const byId = (page: Page, id: string): PageElement | undefined =>
  findFirst(page, (element) => attributeOf(element, 'id') === id);

/** Children of an element by their name. */
export const childrenOf = (element: PageElement, ...names: string[]): PageElement[] =>
  element.children.filter(({ name }) => names.includes(name));

/** Terms of a definition list with what they say. */
export function definitionsOf(page: Page, list: PageElement | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let term: string | undefined;
  for (const child of list?.children ?? []) {
    if (child.name === 'dt') term = textOf(page, child);
    else if (child.name === 'dd' && term !== undefined && !found.has(term)) found.set(term, textOf(page, child));
  }
  return found;
}

/** Rows of a table itself, also in a form around them; those of a table within a cell are none of its own. */
export function ownRows(element: PageElement, found: PageElement[] = []): PageElement[] {
  for (const child of element.children) {
    if (child.name === 'tr') found.push(child);
    else if (child.name !== 'table') ownRows(child, found);
  }
  return found;
}

/** Rows of a table by the titles of its columns; rows that are too short lack the last ones. */
export function tableRows(page: Page, table: PageElement, maxRows: number): ReadonlyMap<string, string>[] {
  const rows = ownRows(table);
  const titles = childrenOf(rows[0] ?? table, 'th').map((cell) => textOf(page, cell));
  return rows.slice(1, maxRows + 1).map((row) => {
    const cells = childrenOf(row, 'td');
    const values = new Map<string, string>();
    for (const [index, title] of titles.entries()) {
      const cell = cells[index];
      if (cell !== undefined && !values.has(title)) values.set(title, textOf(page, cell));
    }
    return values;
  });
}

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pageList } from '#web/app/page-list.ts';
import { bookOrder } from './book-order.ts';
import { type Block, type Chapter, type Inline, readChapters, readLine } from './read-manual.ts';

const root = new URL('../../../../../', import.meta.url);
const manual = new URL('docs/manual/', root);
const textOf = (path: string): string => readFileSync(new URL(path, manual), 'utf8');
const chaptersIn = (lang: string): Chapter[] =>
  bookOrder.flatMap((name) => readChapters(`${name}.md`, textOf(`${lang}/${name}.md`)));
const books = { zh: chaptersIn('zh'), en: chaptersIn('en') };
const langs = ['zh', 'en'] as const;

const linesOf = (block: Block): Inline[] =>
  block.kind === 'image' ? [] : block.kind === 'list' ? block.items.flat() : block.line;
const inlinesOf = (chapters: readonly Chapter[]): Inline[] => chapters.flatMap(({ blocks }) => blocks.flatMap(linesOf));

/** All of our sources that hold words of the screen, as one text. */
function wordsOfScreen(lang: string): string {
  const folders = [`src/web/i18n/${lang}`, 'src/entities', 'src/lists', 'src/shared', 'src/web/features'];
  return folders
    .flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(new URL(`${folder}/${name}`, root), 'utf8')),
    )
    .join('\n');
}

test('a line has strong words, typed words and links; marks that are not closed are text', () => {
  expect(readLine('a **b** `c` [d](e.md#f) **g')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'c' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'd', href: 'e.md#f' },
    { kind: 'text', text: ' **g' },
  ]);
});

test('markup in a text stays a text', () => {
  const [chapter] = readChapters('x.md', '# T\n\n<img src=x onerror=alert(1)>');
  expect(chapter?.blocks).toEqual([{ kind: 'text', line: [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }] }]);
});

describe.each(langs)('the manual (%s)', (lang) => {
  const chapters = books[lang];

  test('has a chapter for every page, under its name', () => {
    const missing = pageList
      .filter(({ route }) => route !== '/testWaliTable')
      .filter(({ route, title }) => !chapters.some((one) => one.route === route && one.title === title[lang]));
    expect(missing.map(({ route }) => route)).toEqual([]);
  });

  test('has no file that is left out, and no chapter of a page that is gone', () => {
    expect(readdirSync(new URL(lang, manual)).toSorted()).toEqual(bookOrder.map((name) => `${name}.md`).toSorted());
    const routes = new Set(pageList.map(({ route }) => route));
    expect(chapters.filter(({ route }) => route !== undefined && !routes.has(route))).toEqual([]);
    expect(new Set(chapters.map(({ id }) => id)).size).toBe(chapters.length);
  });

  test('leads to chapters that there are', () => {
    const ids = new Set([...chapters.map(({ id }) => id), ...bookOrder.map((name) => `${name}.md`)]);
    const links = inlinesOf(chapters).flatMap((one) => (one.kind === 'link' ? [one.href] : []));
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((href) => !ids.has(href))).toEqual([]);
  });

  test('names buttons and columns as the screen does', () => {
    const words = wordsOfScreen(lang);
    const names = inlinesOf(chapters).flatMap(({ text }) =>
      [...text.matchAll(/[“"]([^”"]+)[”"]/g)].map(([, name = '']) => name),
    );
    expect(names.length).toBeGreaterThan(20);
    const isShown = (name: string): boolean => ["'", ' {{', '…', '（'].some((end) => words.includes(`'${name}${end}`));
    expect([...new Set(names)].filter((name) => name !== '?' && !isShown(name))).toEqual([]);
  });

  test('has its pictures', () => {
    const pictures = chapters.flatMap(({ blocks }) =>
      blocks.flatMap((one) => (one.kind === 'image' ? [one.file] : [])),
    );
    expect(pictures.length).toBeGreaterThan(15);
    const folder = new URL(`images/${lang}/`, manual);
    expect(pictures.filter((file) => !existsSync(new URL(file, folder)))).toEqual([]);
    expect(readdirSync(folder).toSorted()).toEqual(pictures.toSorted());
  });
});

test('both languages have the same chapters in the same order', () => {
  const outline = (chapters: readonly Chapter[]) =>
    chapters.map(({ route, blocks }) => [route, ...blocks.map(({ kind }) => kind)]);
  expect(outline(books.en)).toEqual(outline(books.zh));
});

test('the pictures weigh at most 6 MB', () => {
  const images = readdirSync(new URL('images', manual), { recursive: true, encoding: 'utf8' });
  const bytes = images.reduce((sum, name) => sum + statSync(new URL(`images/${name}`, manual)).size, 0);
  expect(bytes).toBeLessThan(6_000_000);
});

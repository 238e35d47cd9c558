import { expect, test } from 'vitest';
import { pagesChanged, type ReadPage } from './pages-changed.ts';

let id = 100;
const good = (): ReadPage => ({ id: (id -= 1), state: 'parsed', events: 8, refusedEvents: 0 });
const bad = (): ReadPage => ({ id: (id -= 1), state: 'refused', events: 0, refusedEvents: 8 });
const many = (count: number, page: () => ReadPage) => Array.from({ length: count }, page);

test('three pages that cannot be read after good ones are a new layout: the first of them, and the last good one', () => {
  const pages = [...many(3, bad), ...many(5, good)];
  expect(pagesChanged(pages)).toEqual({
    kind: 'changed',
    answerId: pages[2]!.id,
    readAnswerId: pages[3]!.id,
    share: 0,
    before: 1,
  });
});

test.each([
  ['one bad page is a bad page', [...many(1, bad), ...many(7, good)], 'unsure'],
  ['too few pages before', [...many(3, bad), ...many(2, good)], 'unsure'],
  ['never read well', many(12, bad), 'unsure'],
  ['too few pages at all', many(2, bad), 'unsure'],
  ['read again', [...many(3, good), ...many(3, bad)], 'fine'],
])('%s', (_what, pages, kind) => {
  expect(pagesChanged(pages).kind).toBe(kind);
});

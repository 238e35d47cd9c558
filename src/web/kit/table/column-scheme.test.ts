import { describe, expect, test } from 'vitest';
import {
  emptyScheme,
  isStandard,
  moveKey,
  orderColumns,
  parseScheme,
  readScheme,
  type TextStorage,
  visibleColumns,
  writeScheme,
} from './column-scheme.ts';
import { defaultColumnWidth } from './column-width.ts';

const storage = (): TextStorage & { map: Map<string, string> } => {
  const map = new Map<string, string>();
  return {
    map,
    get: (key) => map.get(key) ?? null,
    set: (key, value) => void map.set(key, value),
    remove: (key) => void map.delete(key),
  };
};

describe('keeping a scheme', () => {
  const key = 'T1/alice/exception-manage';

  test('what was kept comes back, for this user and table only', () => {
    const store = storage();
    const scheme = { order: ['b', 'a'], hidden: ['c'], widths: { a: 240 } };
    writeScheme(store, key, scheme);
    expect(readScheme(store, key)).toEqual(scheme);
    expect(readScheme(store, 'T1/bob/exception-manage')).toEqual(emptyScheme);
    expect(readScheme(store, 'T2/alice/exception-manage')).toEqual(emptyScheme);
  });

  test('the standard scheme leaves nothing behind', () => {
    const store = storage();
    writeScheme(store, key, { order: ['b'], hidden: [], widths: {} });
    writeScheme(store, key, emptyScheme);
    expect(store.map.size).toBe(0);
    expect(isStandard(readScheme(store, key))).toBe(true);
  });

  test('damaged text counts as nothing chosen', () => {
    expect(parseScheme('{"order":')).toEqual(emptyScheme);
    expect(parseScheme('null')).toEqual(emptyScheme);
    expect(parseScheme('{"order":["a",1,"a"],"hidden":"x","widths":{"a":"wide","b":5,"c":9000}}')).toEqual({
      order: ['a'],
      hidden: [],
      widths: { b: 60, c: 800 },
    });
  });
});

describe('applying a scheme', () => {
  test('chosen order first, hidden columns out', () => {
    const scheme = { order: ['c', 'a', 'b'], hidden: ['a'], widths: {} };
    expect(visibleColumns(['a', 'b', 'c'], scheme)).toEqual(['c', 'b']);
    expect(visibleColumns(['a', 'b', 'c'], emptyScheme)).toEqual(['a', 'b', 'c']);
  });

  test('a new column appears beside its standard neighbour, a vanished one is forgotten', () => {
    expect(orderColumns(['a', 'new', 'b', 'c'], { order: ['c', 'gone', 'a', 'b'], hidden: [], widths: {} })).toEqual([
      'c',
      'a',
      'new',
      'b',
    ]);
    expect(orderColumns(['new', 'a'], { order: ['a'], hidden: [], widths: {} })).toEqual(['new', 'a']);
  });

  test('moving stays within the ends', () => {
    expect(moveKey(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moveKey(['a', 'b', 'c'], 2, -5)).toEqual(['c', 'a', 'b']);
    expect(moveKey(['a', 'b', 'c'], 7, 0)).toEqual(['a', 'b', 'c']);
  });
});

test('widths of columns nobody specified: boundaries at 13/14 and 20/21 characters, Time first', () => {
  expect(defaultColumnWidth('a'.repeat(13))).toBe(130);
  expect(defaultColumnWidth('a'.repeat(14))).toBe(200);
  expect(defaultColumnWidth('a'.repeat(20))).toBe(200);
  expect(defaultColumnWidth('a'.repeat(21))).toBe(220);
  expect(defaultColumnWidth('subscribeTimeOfTheWholeThing')).toBe(170);
});
